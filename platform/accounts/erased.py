"""What erased accounts are called, wherever a history still has the name that they played under.

Histories cannot change; whatever is shown of them takes the name from here.
"""

from collections.abc import Iterable
from uuid import UUID

from accounts import names
from accounts.models import Account


def names_of(accounts: Iterable[UUID | None]) -> dict[UUID, str]:
    """Return the neutral names of those of some accounts that were erased."""
    wanted = {each for each in accounts if each is not None}
    if not wanted:
        return {}
    gone = Account.objects.filter(pk__in=wanted, is_active=False, username__startswith=names.GONE)
    return dict(gone.values_list("pk", "username"))
