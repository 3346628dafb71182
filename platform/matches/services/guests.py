"""Where guests may sit: at their own tables, with bots, and with people who have invited them."""

from uuid import UUID

from accounts import guests
from matches import seating_refusals
from matches.models import Match
from matches.state import MatchState


def require_private(account_id: UUID, visibility: str) -> None:
    """Raise Problem when a guest opens a match at which strangers could sit down."""
    is_open_to_all = visibility != Match.Visibility.PRIVATE
    if is_open_to_all and guests.is_guest(account_id) and not guests.may_meet_strangers():
        raise seating_refusals.guests_play_in_private()


def require_admissible(state: MatchState, account_id: UUID, *, is_invited: bool) -> None:
    """Raise Problem when an account is a guest's that may not sit down at a match.

    A tournament has admitted its entrants already. Who knows a private match has been invited.
    """
    if not guests.is_guest(account_id):
        return
    if "ladder" in state.belongs_to:
        raise seating_refusals.guests_not_rated()
    if is_invited or "table" in state.belongs_to or guests.may_meet_strangers():
        return
    row = Match.objects.only("visibility", "opened_by").get(id=state.id)
    if row.visibility == Match.Visibility.PUBLIC and row.opened_by_id != account_id:
        raise seating_refusals.guests_not_invited()
