"""Which of the events that all games share may stand where, for the audit. Pure.

Each check gets the state before the event and says what is wrong with it, or None. What a
command brings after its first event is not checked here but due (`matches.sequel`).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from bots import registry as bots
from eventstore.canonical import parse_timestamp
from eventstore.chain import FIRST, NEWEST
from games import registry
from games.core import RulesError
from matches import agreement
from matches import events as e
from matches import time_control as clocks
from matches.state import MatchState, Status
from matches.vacations import A_YEAR

EventT = TypeVar("EventT", bound=e.MatchEvent)
Check = Callable[[MatchState, EventT, datetime], str | None]

PAUSE_MAX = timedelta(days=7)
"""A pause that players agree on ends by itself after this."""
OUTAGE_REASON = "the platform was down"
AT_ONCE = timedelta(minutes=10)
"""A match's id tells when it was made; within this of it the match was opened."""


CHECKS: dict[type[e.MatchEvent], Check[Any]] = {}
"""How each is checked: one for every event that all games share."""


def _checks(event: type[EventT]) -> Callable[[Check[EventT]], Check[EventT]]:
    """Have a function check the events of a struct."""

    def register(check: Check[EventT]) -> Check[EventT]:
        CHECKS[event] = check
        return check

    return register


def _no_seat(state: MatchState, seat: int) -> str | None:
    return None if seat < state.seats else f"there is no seat {seat}"


def _not_played(state: MatchState) -> str | None:
    return None if state.status is Status.LIVE else "the match was not being played"


def _not_seated(state: MatchState, seat: int) -> str | None:
    """Tell what keeps something from happening to a seat of a running match."""
    return _not_played(state) or _no_seat(state, seat)


# Before the start.


@_checks(e.MatchOpened)
def _opened(state: MatchState, event: e.MatchOpened, at: datetime) -> str | None:
    if state.version:
        return "the match was opened already"
    if abs(at - made_at(state)) > AT_ONCE:
        return "the match's id was made at another time"
    return unplayable(event)


def made_at(state: MatchState) -> datetime:
    """Return when the id of a match was made (UUID version 7, RFC 9562, section 5.7)."""
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=state.id.int >> 80)


def unplayable(event: e.MatchOpened) -> str | None:
    """Tell what keeps a match from being played as it was opened."""
    try:
        rules = registry.rules(event.rules)
        options = rules.check_options(event.seats, event.options, event.dataset)
        clock = clocks.parse(event.clock)
    except (RulesError, clocks.TimeControlError) as error:
        return str(error)
    if event.game != rules.game:
        return f"{event.rules} are no rules of that game"
    if len(options) != len(event.options):
        return "not all options of the game are there"
    if clock is not None and clock.as_data() != event.clock:
        return "the clock is not written as clocks are"
    return None


@_checks(e.SeatTaken)
def _seated(state: MatchState, event: e.SeatTaken, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "nobody sits down once the match has started"
    if event.seat in state.chairs:
        return f"seat {event.seat} was taken"
    wrong = _no_seat(state, event.seat) or _unwelcome(state, event)
    return wrong or (_no_person(state, event) if event.bot is None else _no_bot(state, event))


def _unwelcome(state: MatchState, event: e.SeatTaken) -> str | None:
    is_bot = event.bot is not None or event.program is True
    if is_bot and state.bots == "none":
        return "the match was opened without bots"
    if not is_bot and state.bots == "only":
        return "the match was opened for bots only"
    return None


def _no_person(state: MatchState, event: e.SeatTaken) -> str | None:
    name = event.player.lower()
    seated = {chair.player.lower() for chair in state.chairs.values() if chair.is_person}
    return f"{event.player} sat at the table already" if name in seated else None


def _no_bot(state: MatchState, event: e.SeatTaken) -> str | None:
    if not _plays(state, event.bot):
        return f"there is no bot {event.bot} for this game"
    if event.player != event.bot or event.program is True:
        return f"the bot {event.bot} sits there as somebody else"
    return None


def _plays(state: MatchState, bot: str | None) -> bool:
    return any(each.id == bot for each in bots.bots_for(state.rules.game))


@_checks(e.SeatLeft)
def _gave_seat_back(state: MatchState, event: e.SeatLeft, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "nobody gets up once the match has started"
    chair = state.chairs.get(event.seat)
    return None if chair is not None and chair.is_person else f"nobody sat on seat {event.seat}"


@_checks(e.MatchStarted)
def _started(state: MatchState, _event: e.MatchStarted, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "the match had started"
    return None if len(state.chairs) == state.seats else "not all seats were taken"


# Leaving and coming back.


@_checks(e.SeatTimedOut)
def _timed_out(state: MatchState, event: e.SeatTimedOut, at: datetime) -> str | None:
    wrong = _not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    policy = state.on_timeout if state.chairs[event.seat].bot is None else "auto"
    if event.policy != policy:
        return f"the policy for seat {event.seat} is {policy}, not {event.policy}"
    late = state.overdue(at)
    if state.timer is None or event.seat not in late:
        return f"seat {event.seat} still had time"
    ended = state.timer.deadline_of
    return None if ended(event.seat) == ended(late[0]) else f"seat {late[0]} ran out of time before"


@_checks(e.SeatResigned)
def _resigned(state: MatchState, event: e.SeatResigned, _at: datetime) -> str | None:
    wrong = _not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    return None if event.seat in state.voters() else f"seat {event.seat} had nobody to give it up"


@_checks(e.SeatReplaced)
def _replaced(state: MatchState, event: e.SeatReplaced, _at: datetime) -> str | None:
    wrong = _not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    chair = state.chairs[event.seat]
    if not (chair.left or chair.away):
        return f"seat {event.seat} was still there"
    return None if _plays(state, event.by) else f"there is no bot {event.by} for this game"


@_checks(e.SeatReturned)
def _returned(state: MatchState, event: e.SeatReturned, _at: datetime) -> str | None:
    wrong = _not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    return None if state.chairs[event.seat].away else f"seat {event.seat} was not away"


# Votes and pauses.


def _voted(state: MatchState, event: e.Voted) -> str | None:
    wrong = _not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    if event.seat not in state.voters():
        return f"seat {event.seat} has no say"
    voted = event.seat in state.votes.get(event.what, ())
    return f"seat {event.seat} had voted for that" if voted else None


@_checks(e.AbortVoted)
def _abort_voted(state: MatchState, event: e.AbortVoted, _at: datetime) -> str | None:
    return _voted(state, event)


@_checks(e.PauseVoted)
def _pause_voted(state: MatchState, event: e.PauseVoted, _at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    return _voted(state, event)


@_checks(e.ResumeVoted)
def _resume_voted(state: MatchState, event: e.ResumeVoted, _at: datetime) -> str | None:
    if state.pause is None or state.pause.by != "players":
        return "there was no pause for players to end"
    return _voted(state, event)


@_checks(e.MatchPaused)
def _paused(state: MatchState, event: e.MatchPaused, at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    if event.by == "organiser":
        fits = event.reason and event.until is None
        return _not_played(state) or (None if fits else "no organiser pauses like that")
    if not state.agreed("pause"):
        return "not all players had voted for the pause"
    until = None if event.until is None else parse_timestamp(event.until)
    fits = not event.reason and until == at + PAUSE_MAX
    return _not_played(state) or (None if fits else "no players pause like that")


@_checks(e.MatchResumed)
def _resumed(state: MatchState, event: e.MatchResumed, at: datetime) -> str | None:
    pause = state.pause
    if pause is None:
        return "the match was not paused"
    if bool(event.reason) != (event.by == "organiser"):
        return "an organiser says why, and nobody else"
    if event.by == "players" and not (pause.by == "players" and state.agreed("resume")):
        return "not all players had voted to resume"
    if event.by == "limit" and (pause.until is None or at < pause.until):
        return "the pause had not come to its end"
    return None


# Clocks.


@_checks(e.ClockCredited)
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


@_checks(e.TimeExtended)
def _extended(state: MatchState, _event: e.TimeExtended, _at: datetime) -> str | None:
    if state.timer is None:
        return "the match has no clock to extend"
    return _not_played(state)


@_checks(e.SeatOnVacation)
def _on_vacation(state: MatchState, event: e.SeatOnVacation, at: datetime) -> str | None:
    wrong = _not_seated(state, event.seat)
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


@_checks(e.SeatDisconnected)
def _disconnected(state: MatchState, event: e.SeatDisconnected, at: datetime) -> str | None:
    wrong = _not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    seat, timer = event.seat, state.timer
    if timer is None or not timer.allowances[seat] or state.chairs[seat].bot is not None:
        return f"seat {seat} has no time left to be cut off"
    if seat not in timer.turns or seat in timer.gone or state.pause is not None:
        return f"the clock of seat {seat} did not run"
    return None if parse_timestamp(event.begin) <= at else f"seat {seat} was cut off later"


@_checks(e.SeatReconnected)
def _reconnected(state: MatchState, event: e.SeatReconnected, at: datetime) -> str | None:
    timer = state.timer
    if timer is None or event.seat not in timer.gone:
        return f"seat {event.seat} was not cut off"
    if parse_timestamp(event.until) < timer.gone[event.seat]:
        return f"seat {event.seat} was not cut off yet"
    return None if parse_timestamp(event.until) <= at else f"seat {event.seat} came back later"


# The end.


@_checks(e.MatchFinished)
def _finished(state: MatchState, _event: e.MatchFinished, _at: datetime) -> str | None:
    return _not_played(state)


@_checks(e.MatchVoided)
def _voided(_state: MatchState, event: e.MatchVoided, _at: datetime) -> str | None:
    return None if event.reason else "nobody says why the match was called off"


def _not_by_vote(state: MatchState, event: e.Voted) -> str | None:
    """Tell what keeps a vote from being given, which was nothing under chain 1."""
    if agreement.barred(state, event.what) is not None:
        return "that was not for the players to decide"
    if event.what == "abort" and event.seat not in state.abort_voters():
        return f"seat {event.seat} has no say"
    return None


def lifecycle_fault(
    state: MatchState, event: e.MatchEvent, at: datetime, *, chain: int = NEWEST
) -> str | None:
    """Return what is wrong with a shared event, given the state before it."""
    if not state.version and not isinstance(event, e.MatchOpened):
        return "the match was not opened yet"
    wrong = CHECKS[type(event)](state, event, at)
    if wrong is None and chain != FIRST and isinstance(event, e.Voted):
        return _not_by_vote(state, event)
    return wrong
