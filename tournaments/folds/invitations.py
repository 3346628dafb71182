"""How the events of invitations, and the conditions of entry, are folded. Pure.

No rollback undoes an invitation, so one may name what a rollback has taken away.
"""

from datetime import datetime

from tournaments import events as e
from tournaments.folds.base import Fold
from tournaments.state import InvitationState, TournamentState


def _made(state: TournamentState, event: e.InvitationMade) -> None:
    until = None if event.until is None else datetime.fromisoformat(event.until)
    state.invitations[event.invitation] = InvitationState(
        event.invitation, event.grants, event.digest, event.uses_max, until, on_wall=event.on_wall
    )


def _ended(state: TournamentState, event: e.InvitationEnded) -> None:
    state.invitations[event.invitation].has_ended = True


def _used(state: TournamentState, event: e.InvitationUsed) -> None:
    state.invitations[event.invitation].used += 1


def _conditions_set(state: TournamentState, event: e.ConditionsSet) -> None:
    state.conditions = event.conditions


OF_INVITATIONS: dict[type[e.TournamentEvent], Fold] = {
    e.InvitationMade: _made,
    e.InvitationEnded: _ended,
    e.InvitationUsed: _used,
    e.ConditionsSet: _conditions_set,
}
