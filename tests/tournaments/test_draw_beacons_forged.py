"""What an operator cannot write of the beacon of a draw: every log that says so is found out."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from eventstore.canonical import format_timestamp, parse_timestamp
from games.beacons import Beacon
from tests.beacons import relay
from tests.samples import leading
from tests.tournaments.beacon_draws import RELAY, come, miss, settle, waiting
from tests.tournaments.events import Event
from tests.tournaments.test_hostile_draws import Log, at, data, found, without
from tournaments import selectors, verdict
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = RELAY


def drawn(settled: Callable[[Event], None]) -> Event:
    """Return a cup whose second draw has named a beacon, and whose first round is published."""
    event, _ = waiting()
    event.do(rounds.pair)
    settled(event)
    event.do(rounds.publish, number=1)
    return event


def renamed(by: int) -> Callable[[Log], object]:
    """Have the second seal name another round of drand."""

    def change(events: Log) -> None:
        sealed = at(events, "draw_sealed", 1)["data"]
        beacon = Beacon.read(sealed["beacon"])
        assert beacon is not None
        sealed["beacon"] = beacon._replace(number=beacon.number + by).line

    return change


def left_out(kind: str) -> Callable[[Log], object]:
    return lambda events: at(events, kind, 1)["data"].pop("beacon")


def told_early(events: Log) -> None:
    """Have the value be there as soon as it was named."""
    at(events, "draw_shown", 1)["at"] = at(events, "draw_sealed", 1)["at"]


def without_plan(events: Log) -> None:
    """Have a plan that says nothing of a beacon."""
    at(events, "tournament_created")["data"]["settings"]["draw_beacon"] = False


FORGERIES: dict[str, tuple[Callable[[Log], object], str]] = {
    "an older one": (renamed(-1), "the first beacon that the seal could name is drand"),
    "a later one": (renamed(1), "the first beacon that the seal could name is drand"),
    "a pulse": (data("draw_sealed", 1, beacon="nist 2 7"), "the value is none of the beacon"),
    "no line": (data("draw_sealed", 1, beacon="room dice"), "it cannot be folded"),
    "unnamed": (left_out("draw_sealed"), "the roll of draw 2 is none"),
    "kept back": (left_out("draw_shown"), "the seal named a beacon, or none"),
    "another value": (
        data("draw_shown", 1, beacon=relay.signature(1).hex()),
        "the value of draw 2 is not what it must be",
    ),
    "a short value": (data("draw_shown", 1, beacon="00" * 47), "it cannot be folded"),
    "of a pulse": (data("draw_shown", 1, beacon="00" * 64), "the value is none of the beacon"),
    "too early": (told_early, "the beacon was not there yet"),
    "no seal": (without("draw_sealed", 1), "a beacon came that nobody had named"),
    "not planned": (without_plan, "draw 1 was to have another beacon, or none"),
}


@pytest.mark.parametrize("change", leading(FORGERIES, 5))
def test_whatever_is_forged_of_a_beacon_is_found(change: str) -> None:
    forge, wanted = FORGERIES[change]

    (text,) = found(drawn(come), forge)
    assert text.startswith(wanted)


@pytest.mark.parametrize("settled", [come, miss])
def test_nothing_is_found_where_nothing_was_forged(settled: Callable[[Event], None]) -> None:
    assert found(drawn(settled), lambda _: None) == []


def given_up_at_once(events: Log) -> None:
    sealed_at = parse_timestamp(at(events, "draw_sealed", 1)["at"])
    at(events, "draw_refused")["at"] = format_timestamp(sealed_at + timedelta(seconds=70))


def sealed_again(events: Log) -> None:
    """Have another beacon be named after the one that did not come."""
    place = events.index(at(events, "draw_refused"))
    sealed: dict[str, Any] = json.loads(json.dumps(at(events, "draw_sealed", 1)))
    sealed["at"] = events[place]["at"]
    sealed["data"] |= {"attempt": 2}
    events.insert(place + 1, sealed)


MISSED: dict[str, tuple[Callable[[Log], object], str]] = {
    "it had time": (given_up_at_once, "the beacon still had time to come"),
    "nobody says so": (
        lambda events: at(events, "draw_refused")["data"].pop("beacon"),
        "it is not for each entrant of the roll",
    ),
    "no refusal": (without("draw_refused"), "the seal named a beacon, or none"),
    "another was named": (sealed_again, "draw 2 was to have another beacon, or none"),
}


@pytest.mark.parametrize("change", leading(MISSED, 4))
def test_whatever_is_forged_of_a_beacon_that_did_not_come_is_found(change: str) -> None:
    forge, wanted = MISSED[change]

    (text,) = found(drawn(miss), forge)
    assert text.startswith(wanted)


def test_a_value_that_drand_has_not_signed_is_a_fault(tmp_path: Path) -> None:
    event, _ = waiting()
    event.do(rounds.pair)
    settle(event, relay.signature(1))
    event.do(rounds.publish, number=1)
    path = tmp_path / "cup.ndjson"
    path.write_text("".join(selectors.log(event.state)))

    (fault,) = verdict.checked(path).faults
    assert fault.startswith("the value of the beacon is not the one that drand has signed")
