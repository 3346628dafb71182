"""What an operator may write of a beacon, and the audit finds."""

import json
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from pytest_django import Settings

from eventstore.canonical import format_timestamp, parse_timestamp
from games import beacons
from games.beacons import Beacon
from matches import logs
from tests.matches.beacon_tables import Line, bots_alone, come, lines_of, miss
from tests.matches.forging import rehashed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = "drand http://127.0.0.1:1"


def changed(match: UUID, change: Callable[[dict[str, Line]], None]) -> str:
    """Return what the audit says of a log with other events of the deal."""
    lines = lines_of(match)
    change({str(line.get("type")): line for line in lines})
    found = logs.findings(*logs.parse(logs.text(rehashed(lines))))
    return found[0].text if found else "sound"


def test_the_operator_cannot_name_a_beacon_that_is_out_already() -> None:
    def earlier(events: dict[str, Line]) -> None:
        sealed = events["chance_sealed"]["data"]
        beacon = Beacon.read(sealed["beacon"])
        assert beacon is not None
        sealed["beacon"] = beacon._replace(number=beacon.number - 1).line

    match = bots_alone()
    come(match)
    assert "the first beacon that the seal could name" in changed(match, earlier)


def test_the_operator_cannot_wait_for_a_later_one_that_pleases() -> None:
    def later(events: dict[str, Line]) -> None:
        sealed = events["chance_sealed"]["data"]
        beacon = Beacon.read(sealed["beacon"])
        assert beacon is not None
        sealed["beacon"] = beacon._replace(number=beacon.number + 1).line

    match = bots_alone()
    come(match)
    assert "the first beacon that the seal could name" in changed(match, later)


def test_the_operator_cannot_give_a_beacon_up_early() -> None:
    def earlier(events: dict[str, Line]) -> None:
        sealed_at = parse_timestamp(events["chance_sealed"]["at"])
        events["chance_shown"]["at"] = format_timestamp(sealed_at + timedelta(seconds=76))

    match = bots_alone()
    miss(match)
    assert changed(match, earlier) == "the beacon still had time to come"


def test_the_operator_cannot_have_a_beacon_before_it_exists() -> None:
    def earlier(events: dict[str, Line]) -> None:
        events["chance_shown"]["at"] = events["chance_sealed"]["at"]

    match = bots_alone()
    come(match)
    assert changed(match, earlier) == "the beacon was not there yet"


@pytest.mark.parametrize(
    ("event_type", "fields", "why"),
    [
        ("chance_sealed", {"beacon": "nist 2 7"}, "the match was opened to have another beacon"),
        ("chance_shown", {"beacon": "00" * 64}, "the value is none of the beacon"),
        ("chance_shown", {"beacon": "00" * 47}, "chance_shown is not made as such an event is"),
        ("match_opened", {"beacon": "room"}, "match_opened is not made as such an event is"),
        (
            "match_opened",
            {"beacon_drawn": {"named": "nist 2 7", "value": "00" * 64}},
            "only where many play its deal",
        ),
    ],
)
def test_the_operator_cannot_write_another_beacon(event_type: str, fields: Line, why: str) -> None:
    match = bots_alone()
    come(match)

    found = changed(match, lambda events: events[event_type]["data"].update(fields))
    assert why in found


@pytest.mark.parametrize("event_type", ["match_opened", "chance_sealed", "chance_shown"])
def test_the_operator_cannot_leave_the_beacon_out_of_an_event(event_type: str) -> None:
    match = bots_alone()
    come(match)

    found = changed(match, lambda events: events[event_type]["data"].pop("beacon"))
    assert found != "sound"


def test_after_a_beacon_that_did_not_come_nobody_names_another() -> None:
    match = bots_alone()
    miss(match)
    lines = lines_of(match)
    types = [line.get("type") for line in lines]
    at = types.index("chance_shown")
    sealed = json.loads(json.dumps(lines[types.index("chance_sealed")]))
    moment = parse_timestamp(lines[at]["at"])
    first = beacons.first_round_after(moment + timedelta(seconds=16))
    sealed |= {"at": lines[at]["at"]}
    sealed["data"] |= {"attempt": 2, "beacon": first.line}
    found = logs.findings(
        *logs.parse(logs.text(rehashed([*lines[: at + 1], sealed, *lines[at + 1 :]])))
    )

    assert "another beacon, or none" in found[0].text
