"""Which beacon a seal names, and what it may come to."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import beacons
from games.beacons import Beacon

moments = st.timedeltas(timedelta(0), timedelta(days=30_000)).map(
    lambda past: beacons.GENESIS + past
)
numbers = st.integers(min_value=1, max_value=10**12 - 1)


def test_the_rounds_of_drand_come_every_three_seconds_from_its_genesis_on() -> None:
    assert beacons.due(1) == datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)
    assert beacons.due(4242) == datetime(2023, 8, 23, 18, 41, 30, tzinfo=UTC)


@given(moments)
def test_the_round_that_is_named_is_the_first_that_comes_later(moment: datetime) -> None:
    beacon = beacons.first_round_after(moment)

    assert moment < beacons.due(beacon.number) <= moment + beacons.PERIOD


@given(moments, st.integers(1, 10**9), st.timedeltas(timedelta(0), timedelta(hours=1)))
def test_no_pulse_that_is_named_can_have_come_before(
    known_at: datetime, known: int, ahead: timedelta
) -> None:
    moment = known_at + ahead
    beacon = beacons.first_pulse_after(moment, known, known_at)

    due = known_at + (beacon.number - known) * beacons.PULSE_PERIOD
    assert moment < due <= moment + beacons.PULSE_PERIOD


def test_a_pulse_is_named_also_where_the_newest_is_from_later() -> None:
    at = datetime(2026, 11, 22, 13, 44, tzinfo=UTC)

    assert beacons.first_pulse_after(at - timedelta(hours=1), 7, at) == Beacon("nist", 8)


@given(st.sampled_from(["drand", "nist"]), numbers)
def test_a_line_names_what_it_was_made_of(source: beacons.Source, number: int) -> None:
    beacon = Beacon(source, number)

    assert Beacon.read(beacon.line) == beacon
    assert "\n" not in beacon.line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "-",
        "drand 4242",
        f"drand {beacons.QUICKNET} 0",
        f"drand {beacons.QUICKNET} 042",
        f"drand {beacons.QUICKNET.upper()} 42",
        f"drand {'0' * 64} 42",
        f"drand {beacons.QUICKNET} 42\n",
        f"drand {beacons.QUICKNET}  42",
        f"drand {beacons.QUICKNET} {10**12}",
        "nist 1 42",
        "nist 2 -1",
        "nist 2 ٤٢",
        "room two dice",
    ],
)
def test_another_line_names_none(line: str) -> None:
    assert Beacon.read(line) is None


def test_a_value_is_as_long_as_those_of_its_source() -> None:
    assert Beacon("drand", 1).can_be(bytes(48))
    assert Beacon("nist", 1).can_be(bytes(64))
    assert not Beacon("drand", 1).can_be(bytes(64))
    assert not Beacon("nist", 1).can_be(b"")


@given(moments)
def test_it_is_given_up_a_minute_after_it_was_due_and_not_before(moment: datetime) -> None:
    beacon = beacons.first_round_after(moment)
    assert beacon.given_up_from(moment) == beacon.due_from(moment) + beacons.WAIT

    pulse = Beacon("nist", 7)
    # A pulse comes within its period, at a time that nobody knows from its number.
    assert pulse.due_from(moment) == moment
    assert pulse.given_up_from(moment) == moment + beacons.PULSE_PERIOD + beacons.WAIT
