"""Tournaments as files: pairings and standings to print, reports of duels out and in."""

import pytest

from tests.callers import Caller
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.test_api import done, made, new_organiser
from tournaments import stage_queries
from tournaments.trf import reading

pytestmark = pytest.mark.django_db

DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}
SWISS = {"stages": [{"format": "swiss", "options": {"rounds": 3}}]}


@pytest.fixture
def organiser() -> Caller:
    return new_organiser()


def duels_played() -> Event:
    event = Event(**REPORTED, **DUELS, **SWISS).enter_names(5).start()
    for _ in range(3):
        event.play_round()
    return event


def text(path: str) -> str:
    answer = Caller().get(path)
    assert answer.status == 200, answer.response.content
    return str(answer.response.content.decode())


def test_pairings_are_printed_as_text_and_for_a_spreadsheet() -> None:
    event = Event(**REPORTED, stages=[{"options": {"rounds": 1, "uneven": "byes"}}])
    event.enter_names(9).start()
    event.pair()
    round_ = f"/tournaments/{event.slug}/rounds/1"

    printed = text(f"{round_}/pairings.txt").splitlines()
    rows = text(f"{round_}/pairings.csv").splitlines()

    assert printed[0] == "Cup, round 1"
    names = [event.state.name(each) for each in event.round.tables[0].seats]
    assert printed[4].split() == ["1", *names]
    assert rows[0] == "table,seat 1,seat 2,seat 3,seat 4"
    assert rows[-1] == f"bye,{event.state.name(event.round.byes[0])},,,"
    assert Caller().get(f"/tournaments/{event.slug}/rounds/2/pairings.txt").code == "not_found"


def test_standings_are_printed_as_text() -> None:
    event = duels_played()

    lines = text(f"/tournaments/{event.slug}/export?format=txt").splitlines()

    assert lines[0] == "Cup"
    assert lines[3].split()[:5] == ["rank", "entrant", "name", "points", "played"]
    assert len(lines) == 4 + 5


def test_a_report_of_duels_goes_out_and_comes_in_again_with_the_same_standings(
    organiser: Caller,
) -> None:
    event = duels_played()
    report = text(f"/tournaments/{event.slug}/export?format=trf")
    assert len(reading.read(report).rounds) == 3
    cup = made(organiser, **DUELS, stages=[{"format": "swiss", "options": {"rounds": 4}}])

    taken = done(organiser.post(f"{cup}/import", {"trf": report, "reason": "from the club"}))

    assert [each["status"] for each in taken["rounds"]] == ["closed"] * 3
    lines = done(Caller().get(f"{cup}/standings"))["results"]
    expected = {
        event.state.name(line.entrant): line.points for line in stage_queries.lines_of(event.state)
    }
    assert {line["name"]: line["points_units"] for line in lines} == expected
    again = text(f"{cup}/export?format=trf")
    assert again == report
    paired = done(organiser.post(f"{cup}/rounds", {}))
    assert len(paired["rounds"]) == 4, "play goes on"


def test_what_cannot_be_a_report_is_refused_and_changes_nothing(organiser: Caller) -> None:
    duels = made(organiser, **DUELS)
    version = done(organiser.get(duels))["version"]
    report = text(f"/tournaments/{duels_played().slug}/export?format=trf")

    assert organiser.post(f"{duels}/import", {"trf": "001 x"}).code == "invalid"
    done(organiser.post(f"{duels}/entrants", {"name": "ann"}))
    assert organiser.post(f"{duels}/import", {"trf": report}).code == "entry_not_eligible"
    tables = made(organiser)
    assert organiser.post(f"{tables}/import", {"trf": report}).code == "invalid_options"
    pods = Event(**REPORTED).enter_names(4).start()
    pods.pair()
    assert Caller().get(f"/tournaments/{pods.slug}/export?format=trf").code == "invalid_options"
    assert done(organiser.get(duels))["version"] == version + 1
