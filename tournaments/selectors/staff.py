"""What only the staff sees."""

from uuid import UUID

from tournaments import site_staff
from tournaments.state import TournamentState


def sees_drafts(state: TournamentState, account: UUID | None) -> bool:
    """Return whether an account may see unpublished rounds: as staff, here or of the site."""
    return state.has_insight(account) or site_staff.may_run_all(account)
