"""The right to organise: who may make tournaments, apart from the site's staff.

It opens nothing of the admin, and no tournament but one's own: there the roles decide.
"""

from uuid import UUID

from django.conf import settings

from accounts.models import Account
from api.problems import Problem
from games.messages import Message

STAFF, APPOINTED, EVERYONE = "staff", "appointed", "everyone"
POLICIES = (STAFF, APPOINTED, EVERYONE)
"""What settings.ORGANISERS may be: the staff alone, also whom it has appointed, also anybody who
has signed up."""


def may_organise(account: Account, *, as_staff: bool = True) -> bool:
    """Return whether an account may make tournaments; a guest or a closed account never.

    What acts for somebody of the staff may not always act as such (`Identity.is_staff`).
    """
    if not account.is_active or account.is_guest:
        return False
    is_staff = account.is_staff and as_staff
    if is_staff or settings.ORGANISERS == STAFF:
        return is_staff
    return account.is_organiser or (settings.ORGANISERS == EVERYONE and not account.is_bot)


def require(account: Account, *, as_staff: bool = True) -> None:
    """Raise permission_denied, with what to do next, where an account may make no tournament."""
    if may_organise(account, as_staff=as_staff):
        return
    if account.is_guest:
        raise Problem("guests_not_allowed", Message("Sign up to organise tournaments."))
    raise Problem("permission_denied", NOT_APPOINTED)


NOT_APPOINTED = Message(
    "On this site organisers make tournaments. Ask its staff to make you an organiser."
)


def appoint(*, account_id: UUID, is_organiser: bool) -> None:
    """Give an account the right to organise, or take it away; its tournaments stay its own."""
    Account.objects.filter(pk=account_id).update(is_organiser=is_organiser)
