"""Which of the events that all games share may stand where, for the audit. Pure.

Each check gets the state before the event and says what is wrong with it, or None. What a
command brings after its first event is not checked here but due (`matches.sequel`).
"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from msgspec import UNSET

from bots import registry as bots
from eventstore.canonical import parse_timestamp
from eventstore.chain import FIRST, NEWEST
from games import fair_draws, registry
from games.core import RulesError
from matches import agreement, chance_audit, clock_audit
from matches import events as e
from matches import time_control as clocks
from matches.lifecycle_checks import Checks, no_seat, not_played, not_seated
from matches.sequel import TIME_LIMIT
from matches.state import MatchState, Status

PAUSE_MAX = timedelta(days=7)
"""A pause that players agree on ends by itself after this."""
AT_ONCE = timedelta(minutes=10)
"""A match's id tells when it was made; within this of it the match was opened."""

CHECKS = Checks(clock_audit.CHECKS | chance_audit.CHECKS)
"""How each is checked: with those of clocks and of chance one for each shared event."""


# Before the start.


@CHECKS.of(e.MatchOpened)
def _opened(state: MatchState, event: e.MatchOpened, at: datetime) -> str | None:
    if state.version:
        return "the match was opened already"
    if abs(at - made_at(state)) > AT_ONCE:
        return "the match's id was made at another time"
    return (
        unplayable(event)
        or _misdealt(state.id, event)
        or _misrolled(event)
        or chance_audit.misdrawn(event)
    )


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
    breaks = {} if event.breaks is UNSET else event.breaks
    if breaks.keys() - (rules.event_types.keys() if clock else ()):
        return "clocks rest after events of the game alone"
    return None


def _misrolled(event: e.MatchOpened) -> str | None:
    """Tell what is wrong with who has added chance to the draw that a deal hangs on."""
    if event.draw_roll is UNSET:
        is_alone = event.draw_seats is UNSET
        return None if is_alone else "nobody has added chance to the draw, but some seats have"
    if event.draw_seats is UNSET or event.scheme is UNSET:
        return "a deal that depends on a draw with a roll names its seats"
    on, present = event.draw_roll
    seats = event.draw_seats
    is_right = len(seats) <= on <= present and seats == sorted({*seats} & {*range(event.seats)})
    is_of_table = event.tournament_table is not None and event.bind != fair_draws.NO_BIND.hex()
    return None if is_right and is_of_table else "the roll of the draw cannot be so"


def _misdealt(match_id: UUID, event: e.MatchOpened) -> str | None:
    """Tell what is wrong with what a match is opened to be dealt from."""
    given = (event.deal, event.bind, event.gather)
    if event.scheme is UNSET:
        is_old = (*given, event.chance) == (UNSET,) * 4
        return None if is_old else "only deals under fair/2 have a name, or require chance"
    if UNSET in given:
        return "a deal under fair/2 has a name, what it depends on and a time to gather"
    if event.deal == str(match_id) and event.shared_deal is UNSET:
        return None if event.bind == fair_draws.NO_BIND.hex() else "the deal depends on nothing"
    if event.shared_deal is not UNSET:
        named = (fair_draws.deal_of(str(event.shared_deal), "board/1"), fair_draws.NO_BIND.hex())
        is_of_round = event.tournament_table is not None and "/board/" in str(event.deal)
        is_right = is_of_round or named == (event.deal, event.bind)
        return None if is_right else "the deal is not that of its stream"
    if "/" not in str(event.deal) or not (event.ladder or event.tournament_table):
        return "the deal is of another match"
    return None


@CHECKS.of(e.SeatTaken)
def _seated(state: MatchState, event: e.SeatTaken, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "nobody sits down once the match has started"
    if event.seat in state.seat_states:
        return f"seat {event.seat} was taken"
    wrong = (
        no_seat(state, event.seat) or _unwelcome(state, event) or chance_audit.seated(state, event)
    )
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
    seated = {
        seat_state.player.lower()
        for seat_state in state.seat_states.values()
        if seat_state.is_person
    }
    return f"{event.player} sat at the table already" if name in seated else None


def _no_bot(state: MatchState, event: e.SeatTaken) -> str | None:
    if not _plays(state, event.bot):
        return f"there is no bot {event.bot} for this game"
    if event.player != event.bot or event.program is True:
        return f"the bot {event.bot} sits there as somebody else"
    return None


def _plays(state: MatchState, bot: str | None) -> bool:
    return any(each.id == bot for each in bots.bots_for(state.rules.game))


@CHECKS.of(e.SeatLeft)
def _gave_seat_back(state: MatchState, event: e.SeatLeft, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "nobody gets up once the match has started"
    seat_state = state.seat_states.get(event.seat)
    if seat_state is None or not seat_state.is_person:
        return f"nobody sat on seat {event.seat}"
    return chance_audit.is_sealed(state)


@CHECKS.of(e.MatchStarted)
def _started(state: MatchState, _event: e.MatchStarted, _at: datetime) -> str | None:
    if state.status is not Status.OPEN:
        return "the match had started"
    if len(state.seat_states) != state.seats:
        return "not all seats were taken"
    return chance_audit.undealt(state)


# Leaving and coming back.


@CHECKS.of(e.SeatTimedOut)
def _timed_out(state: MatchState, event: e.SeatTimedOut, at: datetime) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    policy = state.on_timeout if state.seat_states[event.seat].bot is None else "auto"
    if event.policy != policy:
        return f"the policy for seat {event.seat} is {policy}, not {event.policy}"
    if state.until is not None and at >= state.until and event.seat in state.people():
        return None
    late = state.overdue(at)
    if state.timer is None or event.seat not in late:
        return f"seat {event.seat} still had time"
    ended = state.timer.deadline_of
    return None if ended(event.seat) == ended(late[0]) else f"seat {late[0]} ran out of time before"


@CHECKS.of(e.SeatResigned)
def _resigned(state: MatchState, event: e.SeatResigned, _at: datetime) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    return None if event.seat in state.voters() else f"seat {event.seat} had nobody to give it up"


@CHECKS.of(e.SeatReplaced)
def _replaced(state: MatchState, event: e.SeatReplaced, _at: datetime) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    seat_state = state.seat_states[event.seat]
    if not (seat_state.left or seat_state.away):
        return f"seat {event.seat} was still there"
    return None if _plays(state, event.by) else f"there is no bot {event.by} for this game"


@CHECKS.of(e.SeatReturned)
def _returned(state: MatchState, event: e.SeatReturned, at: datetime) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    if state.until is not None and at >= state.until:
        return "the time of every seat was up"
    return None if state.seat_states[event.seat].away else f"seat {event.seat} was not away"


# Votes and pauses.


def _voted(state: MatchState, event: e.Voted) -> str | None:
    wrong = not_seated(state, event.seat)
    if wrong is not None:
        return wrong
    if event.seat not in state.voters():
        return f"seat {event.seat} has no say"
    voted = event.seat in state.votes.get(event.what, ())
    return f"seat {event.seat} had voted for that" if voted else None


@CHECKS.of(e.AbortVoted)
def _abort_voted(state: MatchState, event: e.AbortVoted, _at: datetime) -> str | None:
    return _voted(state, event)


@CHECKS.of(e.PauseVoted)
def _pause_voted(state: MatchState, event: e.PauseVoted, _at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    return _voted(state, event)


@CHECKS.of(e.ResumeVoted)
def _resume_voted(state: MatchState, event: e.ResumeVoted, _at: datetime) -> str | None:
    if state.pause is None or state.pause.by != "players":
        return "there was no pause for players to end"
    return _voted(state, event)


@CHECKS.of(e.MatchPaused)
def _paused(state: MatchState, event: e.MatchPaused, at: datetime) -> str | None:
    if state.pause is not None:
        return "the match was paused already"
    if event.by == "organiser":
        fits = event.reason and event.until is None
        return not_played(state) or (None if fits else "no organiser pauses like that")
    if not state.agreed("pause"):
        return "not all players had voted for the pause"
    until = None if event.until is None else parse_timestamp(event.until)
    fits = not event.reason and until == at + PAUSE_MAX
    return not_played(state) or (None if fits else "no players pause like that")


@CHECKS.of(e.MatchResumed)
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


# The end.


@CHECKS.of(e.MatchFinished)
def _finished(state: MatchState, event: e.MatchFinished, _at: datetime) -> str | None:
    if event.reason == TIME_LIMIT and "table" not in state.belongs_to:
        return "only a tournament's match has a time limit"
    return not_played(state)


@CHECKS.of(e.MatchVoided)
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
