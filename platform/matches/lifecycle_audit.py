"""Which of the events that all games share may stand where, for the audit. Pure.

Each judge gets the state before the event and says what is wrong with it, or None. What a
command brings after its first event is not judged here but due (`matches.sequel`).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from bots import registry as bots
from eventstore.canonical import parse_timestamp
from eventstore.chain import FIRST, NEWEST
from games import registry
from games.core import RulesError
from matches import agreement, kinds
from matches import time_control as clocks
from matches.state import MatchState, Status
from matches.vacations import A_YEAR

Judge = Callable[[MatchState, Any, datetime], str | None]

PAUSE_MAX = timedelta(days=7)
"""A pause that players agree on ends by itself after this."""
OUTAGE_REASON = "the platform was down"
AT_ONCE = timedelta(minutes=10)
"""A match's id tells when it was made; within this of it the match was opened."""


def _no_seat(state: MatchState, seat: int) -> str | None:
    return None if seat < state.seats else f"there is no seat {seat}"


def _not_played(state: MatchState) -> str | None:
    return None if state.status is Status.LIVE else "the match was not being played"


def _not_seated(state: MatchState, seat: int) -> str | None:
    """Tell what keeps something from happening to a seat of a running match."""
    return _not_played(state) or _no_seat(state, seat)


# Before the start.


def _opened(state: MatchState, data: kinds.Opened, at: datetime) -> str | None:
    if state.version:
        return "the match was opened already"
    if abs(at - made_at(state)) > AT_ONCE:
        return "the match's id was made at another time"
    return unplayable(data)


def made_at(state: MatchState) -> datetime:
    """Return when the id of a match was made (UUID version 7, RFC 9562, section 5.7)."""
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=state.id.int >> 80)


def unplayable(data: kinds.Opened) -> str | None:
    """Tell what keeps a match from being played as it was opened."""
    try:
        rules = registry.rules(data.rules)
        options = rules.check_options(data.seats, data.options, data.dataset)
        clock = clocks.parse(data.clock)
    except (RulesError, clocks.TimeControlError) as error:
        return str(error)
    if data.game != rules.game:
        return f"{data.rules} are no rules of that game"
    if len(options) != len(data.options):
        return "not all options of the game are there"
    if clock is not None and clock.as_data() != data.clock:
        return "the clock is not written as clocks are"
    return None


def _seated(state: MatchState, data: kinds.SeatTaken, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "nobody sits down once the match has started"
    if data.seat in state.chairs:
        return f"seat {data.seat} was taken"
    wrong = _no_seat(state, data.seat) or _unwelcome(state, data)
    return wrong or (_no_person(state, data) if data.bot is None else _no_bot(state, data))


def _unwelcome(state: MatchState, data: kinds.SeatTaken) -> str | None:
    is_bot = data.bot is not None or data.program is True
    if is_bot and state.bots == "none":
        return "the match was opened without bots"
    if not is_bot and state.bots == "only":
        return "the match was opened for bots only"
    return None


def _no_person(state: MatchState, data: kinds.SeatTaken) -> str | None:
    name = data.player.lower()
    seated = {chair.player.lower() for chair in state.chairs.values() if chair.is_person}
    return f"{data.player} sat at the table already" if name in seated else None


def _no_bot(state: MatchState, data: kinds.SeatTaken) -> str | None:
    if not _plays(state, data.bot):
        return f"there is no bot {data.bot} for this game"
    if data.player != data.bot or data.program is True:
        return f"the bot {data.bot} sits there as somebody else"
    return None


def _plays(state: MatchState, bot: str | None) -> bool:
    return any(each.id == bot for each in bots.bots_for(state.rules.game))


def _gave_seat_back(state: MatchState, data: kinds.OfSeat, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "nobody gets up once the match has started"
    chair = state.chairs.get(data.seat)
    return None if chair is not None and chair.is_person else f"nobody sat on seat {data.seat}"


def _started(state: MatchState, _data: kinds.Started, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "the match had started"
    return None if len(state.chairs) == state.seats else "not all seats were taken"


# Leaving and coming back.


def _timed_out(state: MatchState, data: kinds.TimedOut, at: datetime) -> str | None:
    wrong = _not_seated(state, data.seat)
    if wrong is not None:
        return wrong
    policy = state.on_timeout if state.chairs[data.seat].bot is None else "auto"
    if data.policy != policy:
        return f"the policy for seat {data.seat} is {policy}, not {data.policy}"
    late = state.overdue(at)
    if state.timer is None or data.seat not in late:
        return f"seat {data.seat} still had time"
    ended = state.timer.deadline_of
    return None if ended(data.seat) == ended(late[0]) else f"seat {late[0]} ran out of time before"


def _resigned(state: MatchState, data: kinds.OfSeat, _at: datetime) -> str | None:
    wrong = _not_seated(state, data.seat)
    if wrong is not None:
        return wrong
    return None if data.seat in state.voters() else f"seat {data.seat} had nobody to give it up"


def _replaced(state: MatchState, data: kinds.Replaced, _at: datetime) -> str | None:
    wrong = _not_seated(state, data.seat)
    if wrong is not None:
        return wrong
    chair = state.chairs[data.seat]
    if not (chair.left or chair.away):
        return f"seat {data.seat} was still there"
    return None if _plays(state, data.by) else f"there is no bot {data.by} for this game"


def _returned(state: MatchState, data: kinds.OfSeat, _at: datetime) -> str | None:
    wrong = _not_seated(state, data.seat)
    if wrong is not None:
        return wrong
    return None if state.chairs[data.seat].away else f"seat {data.seat} was not away"


# Votes and pauses.


def _voted(what: str) -> Judge:
    def judge(state: MatchState, data: kinds.OfSeat, _at: datetime) -> str | None:
        wrong = _not_seated(state, data.seat)
        if wrong is not None:
            return wrong
        if data.seat not in state.voters():
            return f"seat {data.seat} has no say"
        voted = data.seat in state.votes.get(what, ())
        return f"seat {data.seat} had voted for that" if voted else None

    return judge


def _pause_voted(state: MatchState, data: kinds.OfSeat, at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    return _voted("pause")(state, data, at)


def _resume_voted(state: MatchState, data: kinds.OfSeat, at: datetime) -> str | None:
    if state.pause is None or state.pause.by != "players":
        return "there was no pause for players to end"
    return _voted("resume")(state, data, at)


def _paused(state: MatchState, data: kinds.Paused, at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    if data.by == "organiser":
        fits = data.reason and data.until is None
        return _not_played(state) or (None if fits else "no organiser pauses like that")
    if not state.agreed("pause"):
        return "not all players had voted for the pause"
    fits = (
        not data.reason and data.until is not None and parse_timestamp(data.until) == at + PAUSE_MAX
    )
    return _not_played(state) or (None if fits else "no players pause like that")


def _resumed(state: MatchState, data: kinds.Resumed, at: datetime) -> str | None:
    pause = state.pause
    if pause is None:
        return "the match was not paused"
    if bool(data.reason) != (data.by == "organiser"):
        return "an organiser says why, and nobody else"
    if data.by == "players" and not (pause.by == "players" and state.agreed("resume")):
        return "not all players had voted to resume"
    if data.by == "limit" and (pause.until is None or at < pause.until):
        return "the pause had not come to its end"
    return None


# Clocks.


def _credited(state: MatchState, data: kinds.Credited, at: datetime) -> str | None:
    if state.timer is None or not state.timer.turns or state.pause is not None:
        return "no clock ran that could get time back"
    begin, end = parse_timestamp(data.begin), parse_timestamp(data.until)
    if state.credited is not None and begin < state.credited:
        return "time is given back twice"
    if end < min(turn.since for turn in state.timer.turns.values()):
        return "the outage was over before anybody had to decide"
    if data.reason != OUTAGE_REASON:
        return "time is given back for outages only"
    return None if begin < end <= at else "more time is given back than has passed"


def _extended(state: MatchState, _data: kinds.Extended, _at: datetime) -> str | None:
    if state.timer is None:
        return "the match has no clock to extend"
    return _not_played(state)


def _on_vacation(state: MatchState, data: kinds.OnVacation, at: datetime) -> str | None:
    wrong = _not_seated(state, data.seat)
    if wrong is not None:
        return wrong
    if state.timer is None or not state.takes_vacations:
        return "there are vacations in slow matches only, and not in each of them"
    if data.seat not in state.voters():
        return f"nobody could take days off from seat {data.seat}"
    begin, end = parse_timestamp(data.begin), parse_timestamp(data.until)
    if state.timer.holds.get(data.seat) == (begin, end):
        return "the vacation was known"
    fits = begin <= min(at, end) and end - begin <= A_YEAR
    return None if fits else f"no vacation lasts from {data.begin} until {data.until}"


def _disconnected(state: MatchState, data: kinds.Disconnected, at: datetime) -> str | None:
    wrong = _not_seated(state, data.seat)
    if wrong is not None:
        return wrong
    seat, timer = data.seat, state.timer
    if timer is None or not timer.allowances[seat] or state.chairs[seat].bot is not None:
        return f"seat {seat} has no time left to be cut off"
    if seat not in timer.turns or seat in timer.gone or state.pause is not None:
        return f"the clock of seat {seat} did not run"
    return None if parse_timestamp(data.begin) <= at else f"seat {seat} was cut off later"


def _reconnected(state: MatchState, data: kinds.Reconnected, at: datetime) -> str | None:
    timer = state.timer
    if timer is None or data.seat not in timer.gone:
        return f"seat {data.seat} was not cut off"
    if parse_timestamp(data.until) < timer.gone[data.seat]:
        return f"seat {data.seat} was not cut off yet"
    return None if parse_timestamp(data.until) <= at else f"seat {data.seat} came back later"


# The end.


def _finished(state: MatchState, _data: kinds.Finished, _at: datetime) -> str | None:
    return _not_played(state)


def _voided(_state: MatchState, data: kinds.Voided, _at: datetime) -> str | None:
    return None if data.reason else "nobody says why the match was called off"


JUDGES: dict[str, Judge] = {
    "match_opened": _opened,
    "seat_taken": _seated,
    "seat_left": _gave_seat_back,
    "match_started": _started,
    "seat_timed_out": _timed_out,
    "seat_resigned": _resigned,
    "seat_replaced": _replaced,
    "seat_returned": _returned,
    "abort_voted": _voted("abort"),
    "pause_voted": _pause_voted,
    "resume_voted": _resume_voted,
    "match_paused": _paused,
    "match_resumed": _resumed,
    "clock_credited": _credited,
    "time_extended": _extended,
    "seat_on_vacation": _on_vacation,
    "seat_disconnected": _disconnected,
    "seat_reconnected": _reconnected,
    "match_finished": _finished,
    "match_voided": _voided,
}
"""How each is judged: one for every event that all games share."""


def _not_by_vote(state: MatchState, event_type: str, seat: int) -> str | None:
    """Tell what keeps a vote from being given, which was nothing under chain 1."""
    if agreement.barred(state, event_type.removesuffix("_voted")) is not None:
        return "that was not for the players to decide"
    if event_type == "abort_voted" and seat not in state.abort_voters():
        return f"seat {seat} has no say"
    return None


def lifecycle_fault(
    state: MatchState, event_type: str, data: kinds.Kind, at: datetime, *, chain: int = NEWEST
) -> str | None:
    """Return what is wrong with a shared event, given the state before it."""
    if not state.version and event_type != "match_opened":
        return "the match was not opened yet"
    wrong = JUDGES[event_type](state, data, at)
    if wrong is None and chain != FIRST and isinstance(data, kinds.OfSeat):
        return _not_by_vote(state, event_type, data.seat) if "_voted" in event_type else None
    return wrong
