"""What happens when time is up: to a seat, by the match's policy, or to a pause.

The table of what follows stands in docs/clocks.md; each of its rows is a test.
"""

from datetime import datetime

from bots import registry as bots
from matches import dealer, effort, sequel
from matches.aggregate import UnitOfWork
from matches.command_handler import Decide
from matches.events import SeatTimedOut, TimeoutPolicy
from matches.services import connections, leaving, outages, vacation_notes, voting
from matches.services.moving import require_live
from matches.state import MatchState


class NotDueError(Exception):
    """Nothing has run out yet; the alarm says when something will, if ever."""

    def __init__(self, alarm: datetime | None) -> None:
        super().__init__(f"nothing is due before {alarm}")
        self.alarm = alarm


def run_out(moment: datetime) -> Decide:
    """Return what does what is due at a moment; events are not to be dated earlier.

    It raises NotDueError when nothing is.
    """

    def decide(state: MatchState, work: UnitOfWork) -> None:
        if state.next_due is None or state.next_due > moment:
            raise NotDueError(state.next_due)
        pause = state.pause
        if pause is not None and pause.until is not None and pause.until <= moment:
            voting.resume(work, "limit", "")
            return
        require_live(state)
        outages.compensate(state, work)
        vacation_notes.note_all(state, work, state.overdue(moment))
        connections.note_all(state, work, state.overdue(moment))
        late = state.overdue(moment)
        if state.on_timeout in ("bot", "forfeit") and len(late) == state.seats == _present(state):
            _all_absent(state, work, late)
        else:
            _one_by_one(state, work, late)

    return decide


def _present(state: MatchState) -> int:
    return len(state.people())


def _all_absent(state: MatchState, work: UnitOfWork, late: list[int]) -> None:
    """Call the match off: all rank the same.

    A rated match in which somebody has moved ends instead, with all level: a lost one must not be
    undone by two who stay away together.
    """
    for seat in late:
        if _time_out(state, work, seat) == "forfeit":
            leaving.mark_left(work, seat)
    if "ladder" in state.belongs_to and any(effort.of_match(state.id).moves):
        work.finish("forfeited")
    else:
        voting.call_off(work, sequel.NOBODY_CAME)


def _one_by_one(state: MatchState, work: UnitOfWork, late: list[int]) -> None:
    turns = {} if state.timer is None else dict(state.timer.turns)
    for seat in late:
        # What happened to the seats before it may have given it a new decision, or none; and
        # whoever has gone may have been the last who had not voted for a pause.
        if state.pause is not None or state.timer is None:
            return
        if state.timer.turns.get(seat) is not turns[seat]:
            continue
        CONSEQUENCES[_time_out(state, work, seat)](state, work, seat)


def _time_out(state: MatchState, work: UnitOfWork, seat: int) -> TimeoutPolicy:
    """Add that the seat's time is up, and return what follows: for a bot always its move."""
    policy: TimeoutPolicy = "auto" if state.seat_states[seat].bot else state.on_timeout
    work.add(SeatTimedOut(seat, policy))
    return policy


def _move(state: MatchState, work: UnitOfWork, seat: int) -> None:
    rules = state.rules
    move = rules.timeout_move(state.game, seat)
    work.play(rules.decide(state.game, seat, move, dealer.Dealer(state)))


def _take_over(state: MatchState, work: UnitOfWork, seat: int) -> None:
    leaving.replace(work, seat, bots.replacement_bot(state.rules.game).id)


def _forfeit(state: MatchState, work: UnitOfWork, seat: int) -> None:
    leaving.go_on_without(state, work, seat, "forfeited")


def _abort(_state: MatchState, work: UnitOfWork, seat: int) -> None:
    voting.call_off(work, f"seat {seat} ran out of time")


CONSEQUENCES = {"auto": _move, "bot": _take_over, "forfeit": _forfeit, "abort": _abort}
"""What each policy has follow when a seat's time is up."""
