"""Who may have deals wait for a beacon: openers of matches, ladders, tournaments."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from eventstore import streams, verification
from matches.events import KIND
from matches.models import Match
from ratings.ladder.events import KIND as LADDER
from ratings.models import Ladder
from tests.callers import new_player
from tests.matches import tables
from tests.matches.beacon_tables import come
from tests.matches.sharers import status
from tests.ratings.admins import new_admin, ok, open_ladder, patch
from tests.tournaments.cups import PODS, THREES, opened
from tests.tournaments.events import Event, refused, run_all
from tournaments import selectors, verdict
from tournaments.services import lifecycle, rounds

pytestmark = pytest.mark.django_db

ONE = [{"options": {"rounds": 1}}]


@pytest.fixture
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = "drand http://127.0.0.1:1"


def opening_of(match: UUID | str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(streams.load(KIND, UUID(str(match)), until=1)[0].body)
    return found


@pytest.mark.usefixtures("drand")
def test_an_opener_asks_for_a_beacon_and_sees_which_one_is_waited_for() -> None:
    ann = new_player()
    asked = {"game": "stick-em", "seats": 3, "beacon": True}
    match = ok(ann.post("/matches", asked), 201)
    assert match["beacon"] == "drand"
    assert "beacon" not in ok(ann.post("/matches", {"game": "stick-em", "seats": 3}), 201)
    for _ in range(3):
        ok(ann.post(f"/matches/{match['id']}/seats", {"bot": "random"}), 201)
    page = ok(ann.get(f"/matches/{match['id']}"))

    assert page["status"] == "open"
    assert page["chance"]["beacon"].startswith("drand 52db9ba7")
    assert page["chance"]["beacon"] in page["chance"]["seal"]
    assert page["chance"]["expected"] == []
    come(UUID(match["id"]))
    page = ok(ann.get(f"/matches/{match['id']}"))
    assert page["status"] == "live"
    assert "chance" not in page


def test_a_site_that_takes_none_says_so_to_whoever_asks_for_one() -> None:
    asked = {"game": "stick-em", "seats": 3, "beacon": True}
    refusal = new_player().post("/matches", asked)
    assert (refusal.code, refusal.body["errors"][0]["field"]) == ("invalid_options", "beacon")
    ladder = {"slug": "x", "name": "X", "game": "pickpocket", "clock": 60, "beacon": True}
    refusal = new_admin().post("/ladders", ladder)
    assert [each["field"] for each in refusal.body["errors"]] == ["beacon"]
    with refused("invalid_options") as problem:
        Event(**THREES, stages=PODS, beacon=True)
    assert [each.field for each in problem.value.errors] == ["beacon"]


@pytest.mark.usefixtures("drand")
@pytest.mark.parametrize(
    "plan",
    [{"play": "reported"}, {"deals": {"share": "round"}, "on_timeout": "bot", "ladder": None}],
)
def test_deals_that_are_not_dealt_here_or_hang_on_a_draw_have_none(plan: dict[str, Any]) -> None:
    with refused("invalid_options") as problem:
        Event(**THREES, stages=PODS, beacon=True, **plan)

    assert "beacon" in [each.field for each in problem.value.errors]


@pytest.mark.usefixtures("drand")
def test_every_match_of_a_ladder_has_the_beacon_of_its_settings() -> None:
    admin = new_admin()
    slug = open_ladder(admin, clock=60, beacon=True)
    for each in (new_player(), new_player()):
        ok(each.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)
    run_all()
    found = Match.objects.get(ladder_id__isnull=False)
    assert opening_of(found.id)["beacon"] == "drand"
    assert status(found.id) == "open"
    come(found.id)
    assert status(found.id) == "live"
    ok(patch(admin, f"/ladders/{slug}", {"changes": {"beacon": False}, "reason": "too slow"}))
    own = {"game": "pickpocket", "seats": 2, "ladder": slug, "beacon": True}
    assert "beacon" not in ok(new_player().post("/matches", own), 201)
    assert ok(admin.get(f"/ladders/{slug}"))["beacon"] is False
    assert list(verification.check(LADDER, Ladder.objects.get(slug=slug).pk)) == []


def test_a_ladder_is_edited_though_its_site_takes_beacons_no_more(settings: Settings) -> None:
    settings.BEACON = "drand http://127.0.0.1:1"
    admin = new_admin()
    slug = open_ladder(admin, clock=60, beacon=True)
    settings.BEACON = ""

    ok(patch(admin, f"/ladders/{slug}", {"changes": {"clock": 90}, "reason": "more time"}))
    refusal = patch(admin, f"/ladders/{slug}", {"changes": {"beacon": True}, "reason": "again"})
    assert [each["field"] for each in refusal.body["errors"]] == ["beacon"]


@pytest.mark.usefixtures("drand")
def test_tables_of_a_tournament_wait_for_the_beacon_and_are_played() -> None:
    cup = Event(**THREES, stages=PODS, bots="only", beacon=True).enter_bots(3).start()
    cup.pair()
    run_all()
    match = cup.round.tables[0].match
    assert match is not None
    assert opened(cup, 0)["beacon"] == "drand"
    assert status(match) == "open"
    come(match)
    run_all()
    assert tables.page(match)["status"] in {"live", "finished"}


def test_a_match_that_lacks_the_beacon_of_the_plan_is_said_by_both_logs(
    settings: Settings, tmp_path: Path
) -> None:
    settings.BEACON = "drand http://127.0.0.1:1"
    cup = Event(**THREES, stages=ONE, bots="only", beacon=True).enter_bots(6).start()
    settings.BEACON = ""
    cup.pair()
    run_all()
    cup.do(rounds.close, number=1)
    cup.do(lifecycle.finish)
    found = cup.state.rounds[0].tables[0].match
    assert found is not None
    file = tmp_path / "cup.ndjson"
    file.write_text("".join(selectors.log(cup.state)))
    events = streams.load(KIND, found)
    wells = verdict.Wells([file, file])

    for strict in (False, True):
        said = wells.verdict(str(found), events[0].body, events[-1].body, strict=strict)
        assert said == (not strict, f"{verdict.OF_WELL}; {verdict.NO_BEACON}")
