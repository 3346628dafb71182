"""Rated matches have the ladder's clock: none begins without, and nobody brings their own."""

from uuid import UUID

import pytest

from agenda import runs
from matches.models import Match
from ratings.ladder import events as e
from ratings.models import Call, Ladder
from ratings.services import matchmaking
from tests.callers import Caller, new_player
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok, open_ladder, patch
from tests.ratings.test_challenges import challenge

pytestmark = pytest.mark.django_db

TOO_LONG = 14 * 24 * 3600 + 1


def without_clock(slug: str) -> Ladder:
    """Make a ladder one of those that were opened before ladders had to have a clock."""
    ladder = Ladder.objects.get(slug=slug)
    ladders.record(ladder, e.LadderEdited(changes={"clock": None}))
    return ladder


@pytest.mark.parametrize("clock", [None, 4, TOO_LONG, "an hour"])
def test_no_ladder_is_opened_without_a_clock_that_one_can_play_by(clock: object) -> None:
    admin = new_admin()
    wanted = {"slug": "no-clock", "name": "No clock", "game": "pickpocket", "clock": clock}

    refused = admin.post("/ladders", wanted)

    assert (refused.status, refused.code) == (400, "invalid"), refused.body
    assert [error["field"] for error in refused.body["errors"]] == ["clock"]
    assert not Ladder.objects.filter(slug="no-clock").exists()


@pytest.mark.parametrize("clock", [None, 4, TOO_LONG])
def test_a_ladders_clock_is_changed_and_never_taken_away(clock: object) -> None:
    admin = new_admin()
    slug = open_ladder(admin)

    refused = patch(admin, f"/ladders/{slug}", {"changes": {"clock": clock}, "reason": "why not"})
    ok(patch(admin, f"/ladders/{slug}", {"changes": {"clock": 90}, "reason": "faster"}))

    assert refused.code == "invalid"
    assert ok(Caller().get(f"/ladders/{slug}"))["clock"] == 90


def test_an_old_ladder_without_a_clock_begins_no_match_until_it_has_one() -> None:
    admin = new_admin()
    slug, rungs = open_ladder(admin), open_ladder(admin, kind="challenge")
    players = [new_player() for _ in range(2)]
    names = [ok(player.get("/me"))["username"] for player in players]
    for player in players:
        ok(player.post(f"/ladders/{rungs}/rungs", {}), 201)
        ok(player.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)
    made = challenge(players[1], rungs, names[0])
    old = without_clock(slug)
    without_clock(rungs)

    searched = players[0].post(f"/ladders/{slug}/searches", {"seats": 2})
    opened = players[0].post("/matches", {"game": "pickpocket", "seats": 2, "ladder": slug})
    again = players[1].post(f"/ladders/{rungs}/challenges", {"opponents": names[:1]})
    accepted = players[0].post(f"/ladders/{rungs}/challenges/{made}", {"accept": True})

    for refused in (searched, opened):
        assert (refused.code, refused.body["params"]["reason"]) == ("entry_closed", "no_clock")
    for refused in (again, accepted):
        assert {"code": "no_clock"} in refused.body["params"]["reasons"]
    assert matchmaking.form_matches(old.id) == []
    ok(patch(admin, f"/ladders/{slug}", {"changes": {"name": "Still old"}, "reason": "a name"}))
    ok(patch(admin, f"/ladders/{slug}", {"changes": {"clock": 60}, "reason": "at last"}))
    assert len(matchmaking.form_matches(old.id)) == 1


def test_a_search_brings_no_clock_of_its_own() -> None:
    slug = open_ladder(new_admin(), clock=60)
    ann, bob = new_player(), new_player()

    refused = ann.post(f"/ladders/{slug}/searches", {"seats": 2, "per_move": 600})
    told = ok(ann.post(f"/ladders/{slug}/searches", {"seats": 2, "per_move": 60}), 201)
    ok(bob.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)
    runs.run_due_now()

    assert refused.code == "invalid"
    assert refused.body["errors"][0]["field"] == "per_move"
    assert told["per_move"] == 60
    match = Match.objects.get(id=Call.objects.get(ladder__slug=slug).match or "")
    assert (match.clock, match.on_timeout) == ({"per_move": 60}, "forfeit")


def test_a_challenge_is_played_by_the_ladders_clock() -> None:
    slug = open_ladder(new_admin(), kind="challenge", clock=86_400)
    players = [new_player() for _ in range(2)]
    for player in players:
        ok(player.post(f"/ladders/{slug}/rungs", {}), 201)
    above = ok(players[0].get("/me"))["username"]
    made = challenge(players[1], slug, above)

    ok(players[0].post(f"/ladders/{slug}/challenges/{made}", {"accept": True}))
    runs.run_due_now()

    match = UUID(ok(Caller().get(f"/ladders/{slug}/challenges/{made}"))["match"])
    assert Match.objects.get(id=match).clock == {"per_move": 86_400}
