"""Who does not sit down at one table: those of whom one has blocked the other.

It holds until a match begins. Matches that the installation puts together ask nobody: rated ones
have kept such people apart before, and a tournament's pairings are not theirs to choose.
"""

from uuid import UUID

from accounts import blocks
from matches import refusals, seating_refusals
from matches.models import Match
from matches.state import MatchState


def require_admissible(state: MatchState, account_id: UUID) -> None:
    """Raise Problem when somebody whom an account is apart from sits at a match, or opened it.

    Whoever was blocked reads no more than that they cannot sit down, and finds no private match.
    """
    row = Match.objects.only("visibility", "opened_by").get(id=state.id)
    seated = {
        seat_state.account
        for seat_state in state.seat_states.values()
        if seat_state.account is not None
    }
    if row.opened_by_id is not None:
        seated.add(row.opened_by_id)
    if not blocks.are_apart(account_id, seated):
        return
    if blocks.has_blocked(account_id, seated):
        raise seating_refusals.blocked_there()
    if row.visibility == Match.Visibility.PRIVATE:
        raise refusals.not_found()
    raise seating_refusals.no_seat_for_you()
