"""Which matches nobody may leave though they are not dealt yet: somebody waits for their result."""

from matches import house, seating_refusals
from matches.models import Match
from matches.state import MatchState


def is_settled(row: Match, *, is_full: bool, is_going: bool) -> bool:
    """Tell whether an open match counts, and its seats were assigned, or are full before a deal.

    One that waits for its opener to start it is not settled before that: only then is it going.
    """
    if row.ladder_id is None and row.table_id is None and row.deal_id is None:
        return False
    if row.opened_by is not None and row.opened_by.username == house.NAME:
        return True
    return is_full and (is_going or row.start == Match.Start.FULL)


def require_unsettled(state: MatchState) -> None:
    """Raise Problem where nobody may leave a match before its deal."""
    if not state.belongs_to:
        return
    row = Match.objects.select_related("opened_by").get(id=state.id)
    deal, is_full = state.deal, len(state.seat_states) == state.seats
    is_going = deal is not None and (deal.attempt > 1 or deal.sealed is not None)
    if is_settled(row, is_full=is_full, is_going=is_going):
        raise seating_refusals.seats_settled()
