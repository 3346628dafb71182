"""Who comes to a table of their own whose deal others may still play, and from where.

The layer that keeps it is above this one, so it registers who hears of it.
"""

from collections.abc import Callable
from uuid import UUID

from msgspec import UNSET

from matches import selectors, withholding
from matches.answers import MatchShown

Hearer = Callable[[UUID, UUID, str], None]
"""Takes the deal, the account and where the request came from (`api.addresses.site`)."""

_hearers: list[Hearer] = []


def register(hearer: Hearer) -> None:
    """Let somebody hear of visits."""
    _hearers[:] = [hearer]


def note(page: MatchShown, account: UUID | None, site: str) -> None:
    """Tell that an account has read a match as the page has it, if it sits there."""
    deal = page.shared_deal
    if account is None or page.my_seat is None or deal is UNSET or not deal.open:
        return
    _tell(UUID(deal.id), account, site)


def note_follower(match_id: UUID, account: UUID | None, site: str) -> None:
    """Tell that an account follows a match, if it sits there; raises not_found."""
    if account is None:
        return
    with selectors.current_state(match_id, account) as state:
        deal, has_seat = withholding.shared_deal(state), state.seat_of(account) is not None
    if has_seat and deal is not UNSET and deal.open:
        _tell(UUID(deal.id), account, site)


def _tell(deal: UUID, account: UUID, site: str) -> None:
    for hearer in _hearers:
        hearer(deal, account, site)
