"""Which of the events that all games share may stand where, for the audit. Pure.

Each judge gets the state before the event and says what is wrong with it, or None.
"""

from collections.abc import Callable
from datetime import datetime

from eventstore.canonical import moment
from matches.state import Data, MatchState
from matches.vacations import A_YEAR

Judge = Callable[[MatchState, Data, datetime], str | None]


def _timed_out(state: MatchState, data: Data, at: datetime) -> str | None:
    seat, chair = data["seat"], state.chairs[data["seat"]]
    policy = state.on_timeout if chair.bot is None else "auto"
    if data["policy"] != policy:
        return f"the policy for seat {seat} is {policy}, not {data['policy']}"
    # A bot's time is the platform's business; how much it gets may change.
    if chair.bot is None and seat not in state.overdue(at):
        return f"seat {seat} still had time"
    return None


def _replaced(state: MatchState, data: Data, _at: datetime) -> str | None:
    chair = state.chairs[data["seat"]]
    return None if chair.left or chair.away else f"seat {data['seat']} was still there"


def _returned(state: MatchState, data: Data, _at: datetime) -> str | None:
    return None if state.chairs[data["seat"]].away else f"seat {data['seat']} was not away"


def _voted(state: MatchState, data: Data, _at: datetime) -> str | None:
    return None if data["seat"] in state.voters() else f"seat {data['seat']} has no say"


def _paused(state: MatchState, data: Data, _at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    if data["by"] == "players" and not state.agreed("pause"):
        return "not all players had voted for the pause"
    return None


def _resumed(state: MatchState, data: Data, at: datetime) -> str | None:
    pause = state.pause
    if pause is None:
        return "the match was not paused"
    if data["by"] == "players" and not state.agreed("resume"):
        return "not all players had voted to resume"
    if data["by"] == "limit" and (pause.until is None or at < pause.until):
        return "the pause had not come to its end"
    return None


def _credited(state: MatchState, data: Data, at: datetime) -> str | None:
    begin, end = moment(data["from"]), moment(data["until"])
    if state.credited is not None and begin < state.credited:
        return "time is given back twice"
    return None if begin < end <= at else "more time is given back than has passed"


def _extended(state: MatchState, data: Data, _at: datetime) -> str | None:
    if state.timer is None:
        return "the match has no clock to extend"
    return None if data["seconds"] > 0 else f"{data['seconds']} s are no extension"


def _on_vacation(state: MatchState, data: Data, at: datetime) -> str | None:
    if state.clock is None or not state.clock.is_slow:
        return "there are vacations in slow matches only"
    begin, end = moment(data["from"]), moment(data["until"])
    fits = begin <= min(at, end) and end - begin <= A_YEAR
    return None if fits else f"no vacation lasts from {data['from']} until {data['until']}"


def _disconnected(state: MatchState, data: Data, at: datetime) -> str | None:
    seat, timer = data["seat"], state.timer
    if timer is None or not timer.allowances[seat]:
        return f"seat {seat} has no time left to be cut off"
    if seat not in timer.turns or seat in timer.gone or state.pause is not None:
        return f"the clock of seat {seat} did not run"
    return None if moment(data["from"]) <= at else f"seat {seat} was cut off later"


def _reconnected(state: MatchState, data: Data, at: datetime) -> str | None:
    seat = data["seat"]
    if state.timer is None or seat not in state.timer.gone:
        return f"seat {seat} was not cut off"
    return None if moment(data["until"]) <= at else f"seat {seat} came back later"


JUDGES: dict[str, Judge] = {
    "seat_timed_out": _timed_out,
    "seat_replaced": _replaced,
    "seat_returned": _returned,
    "abort_voted": _voted,
    "pause_voted": _voted,
    "resume_voted": _voted,
    "match_paused": _paused,
    "match_resumed": _resumed,
    "clock_credited": _credited,
    "time_extended": _extended,
    "seat_on_vacation": _on_vacation,
    "seat_disconnected": _disconnected,
    "seat_reconnected": _reconnected,
}
"""How each is judged; the others are judged by the audit itself."""


def fault(state: MatchState, event_type: str, data: Data, at: datetime) -> str | None:
    """Return what is wrong with a shared event, given the state before it."""
    judge = JUDGES.get(event_type)
    return None if judge is None else judge(state, data, at)
