"""Matches that players open for a ladder: what fits is opened and counts, the rest is refused."""

from typing import Any
from uuid import UUID

import pytest

from accounts.models import Account
from agenda import runs
from matches.events import GATHER_S
from matches.models import Match
from ratings.models import Ladder, RatedMatch
from tests.callers import Answer, Caller, new_key, new_name, new_player
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok, open_ladder
from tests.ratings.test_matchmaking import named_player, play_out

pytestmark = pytest.mark.django_db


def opened(caller: Caller, slug: str, key: str = "", **wanted: Any) -> Answer:
    asked = {"game": "pickpocket", "seats": 2, "ladder": slug, **wanted}
    return caller.post("/matches", asked, key=key)


def fields(answer: Answer) -> set[str]:
    assert (answer.status, answer.code) == (422, "invalid_options"), answer.body
    return {error["field"] for error in answer.body["errors"]}


def test_a_match_opened_for_a_ladder_is_rated_when_it_is_over() -> None:
    slug = open_ladder(new_admin())
    ann, bob = new_player(name=new_name()), new_player(name=new_name())

    match = UUID(ok(opened(ann, slug), 201)["id"])
    for player in (ann, bob):
        ok(player.post(f"/matches/{match}/seats", {}), 201)
    play_out(match)
    runs.run_due_now()

    ladder = Ladder.objects.get(slug=slug)
    assert RatedMatch.objects.get(ladder=ladder).match == match
    assert len(ladders.ratings(ladder)) == 2


def test_the_same_request_again_gets_the_same_match_though_the_ladder_rests_by_then() -> None:
    slug, key = open_ladder(new_admin()), new_key()
    ann = new_player()

    first = ok(opened(ann, slug, key), 201)
    Ladder.objects.filter(slug=slug).update(is_paused=True)
    again = opened(ann, slug, key)

    assert ok(again, 201)["id"] == first["id"]
    assert again.header("Idempotency-Replayed") == "true"
    assert opened(ann, slug).code == "entry_closed"


def test_what_does_not_fit_is_named_field_by_field_and_no_match_is_opened() -> None:
    ann = new_player()
    slug = open_ladder(
        new_admin(),
        players={"min": 2, "max": 3},
        clock=60,
        entry="people",
        visibility="private",
        members=[ann.get("/me").body["username"]],
    )
    good: dict[str, Any] = {"bots": "none", "visibility": "private"}
    before = Match.objects.count()

    assert fields(opened(ann, slug)) == {"bots", "visibility"}
    assert fields(opened(ann, slug, **good, seats=4)) == {"seats"}
    assert fields(opened(ann, slug, **good, game="second-story")) == {"game"}
    for policy in ("abort", "auto", "bot"):
        assert fields(opened(ann, slug, **good, on_timeout=policy)) == {"on_timeout"}
    assert fields(opened(ann, slug, **good, start="manual")) == {"start"}
    assert fields(opened(ann, slug, **good, clock={"per_move": 61})) == {"clock"}
    assert fields(opened(ann, slug, **good, clock={"bank": 60, "increment": 0})) == {"clock"}
    assert opened(ann, "no-such-ladder").code == "not_found"
    assert Match.objects.count() == before
    assert ok(opened(ann, slug, **good, clock={"per_move": 60}), 201)["seats_max"] == 2


def test_a_ladder_with_options_takes_matches_with_these_alone() -> None:
    slug = open_ladder(
        new_admin(), game="second-story", players={"min": 2, "max": 5}, options={"pawns": True}
    )
    ann = new_player()

    assert fields(opened(ann, slug, game="second-story")) == {"options"}
    ok(opened(ann, slug, game="second-story", options={"pawns": True}), 201)


def test_a_ladder_takes_matches_by_its_own_rules_alone() -> None:
    slug, ann = open_ladder(new_admin()), new_player()

    assert fields(opened(ann, slug, rules="pickpocket@2")) == {"rules"}
    assert ok(opened(ann, slug, rules="pickpocket@1"), 201)["rules"] == "pickpocket@1"
    assert ok(opened(ann, slug), 201)["rules"] == "pickpocket@1"


def test_those_who_may_not_play_on_a_ladder_open_no_match_for_it() -> None:
    admin = new_admin()
    people, bots = open_ladder(admin, entry="people"), open_ladder(admin, entry="bots")
    challenges = open_ladder(admin, kind="challenge")
    name = new_name()
    ann, program = new_player(), new_player(name=name)
    Account.objects.filter(username=name).update(is_bot=True, bot_contact="us")

    assert opened(program, people, bots="none").code == "bots_not_allowed"
    assert opened(ann, bots, bots="only").code == "entry_not_eligible"
    assert opened(ann, challenges).body["params"]["reason"] == "challenge_ladder"


def test_what_is_left_out_is_as_the_ladder_plays() -> None:
    strict, mild = (
        open_ladder(new_admin(), clock=60, **more) for more in ({}, {"on_timeout": "bot"})
    )
    ann = new_player()

    for slug, policy in ((strict, "forfeit"), (mild, "bot")):
        match = ok(opened(ann, slug), 201)
        assert (match["clock"], match["on_timeout"]) == ({"per_move": 60}, policy)


def test_whoever_opens_a_rated_match_does_not_choose_how_long_it_gathers() -> None:
    slug, ann = open_ladder(new_admin()), new_player()
    matches = [ok(opened(ann, slug, gather=gather), 201)["id"] for gather in (0, 3600)]
    for match in matches:
        opening = ok(ann.get(f"/matches/{match}/events"))["results"][0]
        assert opening["data"]["gather"] == GATHER_S


def test_everybody_may_look_at_the_matches_of_a_public_ladder() -> None:
    slug = open_ladder(new_admin())
    ann = new_player()

    assert fields(opened(ann, slug, visibility="private")) == {"visibility"}
    match = ok(opened(ann, slug), 201)["id"]
    assert ok(Caller().get(f"/matches/{match}"))["status"] == "open"


class TestSeats:
    def test_nobody_chooses_a_seat_at_a_rated_match(self) -> None:
        slug = open_ladder(new_admin())
        ann = new_player()
        match = ok(opened(ann, slug, seats=4), 201)["id"]

        asked = ann.post(f"/matches/{match}/seats", {"seat": 0})
        bots = ann.post(f"/matches/{match}/seats", {"seat": 0, "bot": "greedy"})

        assert asked.code == bots.code == "invalid"
        assert "drawn by lot" in asked.body["detail"]

    @pytest.mark.more
    def test_one_draws_the_same_seat_at_every_table_until_a_match_is_rated(self) -> None:
        slug = open_ladder(new_admin())
        ann, name = named_player()
        ladder = Ladder.objects.get(slug=slug)

        drawn = {seat_drawn(ann, slug) for _ in range(6)}
        later = set()
        for games in range(12):
            rated = {"games": games, "season_games": 0, "firsts": 0, "best": [], "points": 0}
            key = f"account:{Account.objects.get(username=name).pk}"
            numbers = {"name": name, "rating": 1_500_000, "deviation": 0, **rated}
            ladder.standings.update_or_create(player=key, defaults=numbers)
            later.add(seat_drawn(ann, slug))

        assert len(drawn) == 1
        assert len(later) > 1

    @pytest.mark.more
    def test_the_openers_seat_does_not_depend_on_when_the_bots_sit_down(self) -> None:
        slug = open_ladder(new_admin())
        ann = new_player()
        alone = seat_drawn(ann, slug, seats=3)
        match = ok(opened(ann, slug, seats=3), 201)["id"]

        for bot in ("greedy", "random"):
            ok(ann.post(f"/matches/{match}/seats", {"bot": bot}), 201)
        ok(ann.post(f"/matches/{match}/seats", {}), 201)

        assert ok(ann.get(f"/matches/{match}"))["my_seat"] == alone

    @pytest.mark.more
    def test_who_gets_up_from_a_rated_match_does_not_come_back_to_it(self) -> None:
        slug = open_ladder(new_admin())
        ann, bob = new_player(), new_player()
        match = ok(opened(ann, slug, seats=3), 201)["id"]
        for player in (ann, bob):
            ok(player.post(f"/matches/{match}/seats", {}), 201)
        ok(bob.delete(f"/matches/{match}/seats/me"))

        refused = bob.post(f"/matches/{match}/seats", {})

        assert (refused.status, refused.code) == (403, "permission_denied")
        assert refused.body["params"] == {"reason": "got_up"}


def seat_drawn(caller: Caller, slug: str, seats: int = 4) -> int:
    """Open a table, sit down, and return the seat that was drawn."""
    match = ok(opened(caller, slug, seats=seats), 201)["id"]
    ok(caller.post(f"/matches/{match}/seats", {}), 201)
    seat: int = ok(caller.get(f"/matches/{match}"))["my_seat"]
    return seat
