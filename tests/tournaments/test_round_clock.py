"""The clock of a round in person: what is left follows from the moments of its events."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.events import REPORTED, Event, refused
from tournaments import selectors, updates
from tournaments.round_clock import RoundClock
from tournaments.services import clocks, extending, lifecycle, rounds
from tournaments.state import RoundState

NOON = datetime(2126, 11, 21, 12, tzinfo=UTC)


def at(minute: float) -> datetime:
    """Return a moment, in minutes from the start of the evening."""
    return NOON + timedelta(minutes=minute)


def evening(**settings: Any) -> Event:
    """Return a tournament in person whose first round is being played."""
    event = Event(**REPORTED, **settings).enter_names(8).start()
    event.pair()
    return event


def left_minutes(round_: RoundState, minute: float, extra_s: int = 0) -> float:
    assert round_.clock is not None
    return round_.clock.left_ms(at(minute), extra_s) / 60_000


@given(
    st.integers(60, 86_400),
    st.lists(st.tuples(st.integers(0, 3_000_000), st.integers(0, 3_000_000)), max_size=6),
)
def test_a_clock_runs_down_only_while_it_runs(seconds: int, spans: list[tuple[int, int]]) -> None:
    clock, now, used = RoundClock(seconds), NOON, 0
    for run_ms, rest_ms in spans:
        clock = clock.started(now)
        ends = clock.ends_at()
        assert ends is not None
        assert ends - now == timedelta(milliseconds=seconds * 1000 - used)
        now, used = now + timedelta(milliseconds=run_ms), used + run_ms
        clock = clock.stopped(now)
        now += timedelta(milliseconds=rest_ms)

        assert clock.left_ms(now) == seconds * 1000 - used
        assert clock.ends_at() is None


def test_a_clock_does_not_gain_time_when_the_servers_clock_is_set_back() -> None:
    clock = RoundClock(60).started(at(10)).stopped(at(9))

    assert clock.left_ms(at(9)) == 60_000


@pytest.mark.django_db
def test_a_clock_is_started_stopped_extended_and_started_anew() -> None:
    event = evening()

    event.do(clocks.start, number=1, seconds=3000, at=at(0))
    assert selectors.ends_at(event.state, event.round) == "2126-11-21T12:50:00.000Z"
    event.do(clocks.stop, number=1, at=at(10))
    assert left_minutes(event.round, 30) == 40
    assert selectors.ends_at(event.state, event.round) is None
    event.do(clocks.start, number=1, at=at(30))
    assert selectors.ends_at(event.state, event.round) == "2126-11-21T13:10:00.000Z"

    event.do(extending.extend_round, number=1, seconds=60, at=at(31))
    table = event.round.tables[1]
    event.do(extending.extend_table, table_id=table.id, seconds=300, at=at(31))
    shown = selectors.round_page(event.state, 1, None)
    assert shown.clock is not None
    assert (shown.clock.seconds, shown.clock.running) == (3060, True)
    assert shown.ends_at == shown.clock.ends_at == "2126-11-21T13:11:00.000Z"
    assert shown.tables[1].ends_at == "2126-11-21T13:16:00.000Z"
    assert [each.extra_seconds for each in shown.tables] == [0, 300]

    event.do(clocks.stop, number=1, at=at(40))
    event.do(clocks.start, number=1, seconds=1200, at=at(60))
    anew = selectors.round_page(event.state, 1, None)
    assert anew.ends_at == "2126-11-21T13:20:00.000Z"
    assert [each.extra_seconds for each in anew.tables] == [0, 0]


@pytest.mark.django_db
def test_a_stopped_clock_tells_what_is_left_and_a_closed_round_stops_it() -> None:
    event = evening(round_seconds=3000)
    event.do(clocks.start, number=1, at=at(0))
    event.do(clocks.stop, number=1, at=at(20))

    clock = selectors.round_page(event.state, 1, None).clock
    assert clock is not None
    assert (clock.running, clock.ends_at, clock.left_ms) == (False, None, 30 * 60_000)

    event.do(clocks.start, number=1, at=at(25))
    for number in range(2):
        event.report(number, [1, 2, 3, 4])
    event.do(rounds.close, number=1, at=at(30))
    assert left_minutes(event.round, 90) == 25


@pytest.mark.django_db
def test_the_clock_of_a_round_that_is_a_draft_again_is_gone() -> None:
    event = evening(round_seconds=3000)
    event.do(clocks.start, number=1)

    event.do(rounds.unpublish, number=1)

    assert event.round.clock is None


@pytest.mark.django_db
def test_a_rollback_takes_the_clock_back() -> None:
    event = evening(round_seconds=3000)
    event.do(clocks.start, number=1, at=at(0))
    version = event.state.version
    event.do(clocks.stop, number=1, at=at(10))

    event.do(lifecycle.roll_back, to_version=version)

    clock = event.round.clock
    assert clock is not None
    assert clock.is_running


@pytest.mark.django_db
def test_a_clock_refuses_what_makes_no_sense() -> None:
    event = evening()

    with refused("invalid"):
        event.do(clocks.start, number=1)
    with refused("result_locked"):
        event.do(clocks.stop, number=1)
    with refused("invalid"):
        event.do(extending.extend_round, number=1, seconds=60)
    event.do(clocks.start, number=1, seconds=60)
    with refused("result_locked"):
        event.do(clocks.start, number=1, seconds=60)
    with refused("not_found"):
        event.do(clocks.start, number=2, seconds=60)

    online = Event(bots="allowed").enter_bots(4).start()
    online.pair()
    with refused("invalid"):
        online.do(clocks.start, number=1, seconds=60)


@pytest.mark.django_db
def test_the_stream_shows_the_round_with_its_clock() -> None:
    event = evening()
    known = updates.snapshot(event.state.id, None)[1]
    event.do(clocks.start, number=1, seconds=3000, at=at(0))

    (told,) = updates.history(event.state.id, None, known).events

    assert told["type"] == "round_clock_started"
    assert told["data"] == {"round": 1, "seconds": 3000}
    assert told["round"]["clock"]["ends_at"] == "2126-11-21T12:50:00.000Z"
