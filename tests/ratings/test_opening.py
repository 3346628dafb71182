"""Matches that players open for a ladder: what fits is opened and counts, the rest is refused."""

from typing import Any
from uuid import UUID

import pytest

from accounts.models import Account
from agenda import runs
from matches.models import Match
from ratings.models import Ladder, RatedMatch
from tests.callers import Answer, Caller, new_key, new_name, new_player
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok, open_ladder
from tests.ratings.test_matchmaking import play_out

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
    slug = open_ladder(
        new_admin(), players={"min": 2, "max": 3}, clock=60, entry="people", visibility="private"
    )
    ann = new_player()
    good: dict[str, Any] = {"clock": {"per_move": 60}, "bots": "none", "visibility": "private"}
    before = Match.objects.count()

    assert fields(opened(ann, slug)) == {"clock", "bots", "visibility"}
    assert fields(opened(ann, slug, **good, seats=4)) == {"seats"}
    assert fields(opened(ann, slug, **good, game="second-story")) == {"game"}
    assert fields(opened(ann, slug, **good, on_timeout="abort")) == {"on_timeout"}
    assert fields(opened(ann, slug, **{**good, "clock": {"per_move": 61}})) == {"clock"}
    assert opened(ann, "no-such-ladder").code == "not_found"
    assert Match.objects.count() == before
    assert ok(opened(ann, slug, **good), 201)["seats_max"] == 2


def test_a_ladder_with_options_takes_matches_with_these_alone() -> None:
    slug = open_ladder(
        new_admin(), game="second-story", players={"min": 2, "max": 5}, options={"pawns": True}
    )
    ann = new_player()

    assert fields(opened(ann, slug, game="second-story")) == {"options"}
    ok(opened(ann, slug, game="second-story", options={"pawns": True}), 201)


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
