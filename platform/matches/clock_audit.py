"""What may happen to the clocks of a match, and when, for the audit. Pure."""

from datetime import datetime

from eventstore.canonical import parse_timestamp
from matches import events as e
from matches.lifecycle_checks import Checks, not_played, not_seated
from matches.state import MatchState
from matches.vacations import A_YEAR

OUTAGE_REASON = "the platform was down"

CHECKS = Checks()
"""How each event of the clocks is checked."""


@CHECKS.of(e.ClockCredited)
def _credited(state: MatchState, event: e.ClockCredited, at: datetime) -> str | None:
    if state.timer is None or not state.timer.turns or state.pause is not None:
        return "no clock ran that could get time back"
    begin, end = parse_timestamp(event.begin), parse_timestamp(event.until)
    if state.credited is not None and begin < state.credited:
        return "time is given back twice"
    if end < min(turn.since for turn in state.timer.turns.values()):
        return "the outage was over before anybody had to decide"
    if event.reason != OUTAGE_REASON:
        return "time is given back for outages only"
    return None if begin < end <= at else "more time is given back than has passed"


@CHECKS.of(e.TimeExtended)
def _extended(state: MatchState, _event: e.TimeExtended, _at: datetime) -> str | None:
    if state.timer is None:
        return "the match has no clock to extend"
    return not_played(state)


@CHECKS.of(e.SeatOnVacation)
def _on_vacation(state: MatchState, event: e.SeatOnVacation, at: datetime) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    if state.timer is None or not state.takes_vacations:
        return "there are vacations in slow matches only, and not in each of them"
    if event.seat not in state.voters():
        return f"nobody could take days off from seat {event.seat}"
    begin, end = parse_timestamp(event.begin), parse_timestamp(event.until)
    if state.timer.holds.get(event.seat) == (begin, end):
        return "the vacation was known"
    fits = begin <= min(at, end) and end - begin <= A_YEAR
    return None if fits else f"no vacation lasts from {event.begin} until {event.until}"


@CHECKS.of(e.SeatDisconnected)
def _disconnected(state: MatchState, event: e.SeatDisconnected, at: datetime) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    seat, timer = event.seat, state.timer
    if timer is None or not timer.allowances[seat] or state.seat_states[seat].bot is not None:
        return f"seat {seat} has no time left to be cut off"
    if seat not in timer.turns or seat in timer.gone or state.pause is not None:
        return f"the clock of seat {seat} did not run"
    return None if parse_timestamp(event.begin) <= at else f"seat {seat} was cut off later"


@CHECKS.of(e.SeatReconnected)
def _reconnected(state: MatchState, event: e.SeatReconnected, at: datetime) -> str | None:
    timer = state.timer
    if timer is None or event.seat not in timer.gone:
        return f"seat {event.seat} was not cut off"
    if parse_timestamp(event.until) < timer.gone[event.seat]:
        return f"seat {event.seat} was not cut off yet"
    return None if parse_timestamp(event.until) <= at else f"seat {event.seat} came back later"
