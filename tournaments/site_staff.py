"""The site's staff in tournaments: who may run them all, without a role in any."""

from uuid import UUID

from accounts.models import Account

RIGHT = "tournaments.change_tournament"
"""The right with which the admin gives commands on tournaments."""


def may_run_all(account: UUID | None) -> bool:
    """Return whether an account may run every tournament, in its own name."""
    if account is None:
        return False
    found = Account.objects.filter(pk=account, is_staff=True, is_active=True).first()
    return found is not None and found.has_perm(RIGHT)
