"""What happens when time is up: to a seat, by the match's policy, or to a pause.

The table of what follows stands in docs/clocks.md; each of its rows is a test.
"""

from datetime import datetime

from bots import registry as bots
from matches import dealer, effort, sequel
from matches.actors import SYSTEM
from matches.door import Draft, Judge
from matches.services import connections, leaving, outages, vacations, voting
from matches.services.moving import must_be_live
from matches.state import MatchState


class NotDueError(Exception):
    """Nothing has run out yet; the alarm says when something will, if ever."""

    def __init__(self, alarm: datetime | None) -> None:
        super().__init__(f"nothing is due before {alarm}")
        self.alarm = alarm


def run_out(moment: datetime) -> Judge:
    """Return the judge that does what is due at a moment; events are not to be dated earlier.

    It raises NotDueError when nothing is.
    """

    def judge(state: MatchState, draft: Draft) -> None:
        if state.alarm is None or state.alarm > moment:
            raise NotDueError(state.alarm)
        pause = state.pause
        if pause is not None and pause.until is not None and pause.until <= moment:
            voting.resume(draft, "limit", "", SYSTEM)
            return
        must_be_live(state)
        outages.give_back(state, draft)
        vacations.note_all(state, draft, state.overdue(moment))
        connections.note_all(state, draft, state.overdue(moment))
        late = state.overdue(moment)
        if state.on_timeout in ("bot", "forfeit") and len(late) == state.seats == _present(state):
            _nobody_came(state, draft, late)
        else:
            _one_by_one(state, draft, late)

    return judge


def _present(state: MatchState) -> int:
    return len(state.people())


def _nobody_came(state: MatchState, draft: Draft, late: list[int]) -> None:
    """Call the match off: all rank the same.

    A rated match in which somebody has moved ends instead, with all level: a lost one must not be
    undone by two who stay away together.
    """
    for seat in late:
        if _time_out(state, draft, seat) == "forfeit":
            leaving.mark_left(draft, seat)
    if "ladder" in state.belongs_to and any(effort.of_match(state.id).moves):
        draft.finish("forfeited")
    else:
        voting.call_off(draft, sequel.NOBODY_CAME)


def _one_by_one(state: MatchState, draft: Draft, late: list[int]) -> None:
    turns = {} if state.timer is None else dict(state.timer.turns)
    for seat in late:
        # What happened to the seats before it may have given it a new decision, or none; and
        # whoever has gone may have been the last who had not voted for a pause.
        if state.pause is not None or state.timer is None:
            return
        if state.timer.turns.get(seat) is not turns[seat]:
            continue
        CONSEQUENCES[_time_out(state, draft, seat)](state, draft, seat)


def _time_out(state: MatchState, draft: Draft, seat: int) -> str:
    """Add that the seat's time is up, and return what follows: for a bot always its move."""
    policy = "auto" if state.chairs[seat].bot else state.on_timeout
    draft.add("seat_timed_out", {"seat": seat, "policy": policy}, SYSTEM)
    return policy


def _move(state: MatchState, draft: Draft, seat: int) -> None:
    rules = state.rules
    move = rules.neutral_move(state.game, seat)
    draft.play(rules.decide(state.game, seat, move, dealer.Dealer(state)))


def _take_over(state: MatchState, draft: Draft, seat: int) -> None:
    leaving.replace(draft, seat, bots.substitute(state.rules.game).id)


def _forfeit(state: MatchState, draft: Draft, seat: int) -> None:
    leaving.go_on_without(state, draft, seat, "forfeited")


def _abort(_state: MatchState, draft: Draft, seat: int) -> None:
    voting.call_off(draft, f"seat {seat} ran out of time")


CONSEQUENCES = {"auto": _move, "bot": _take_over, "forfeit": _forfeit, "abort": _abort}
"""What each policy has follow when a seat's time is up."""
