"""Who may run ladders on the pages: those of the staff with the right to change them."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import Account
from web import requests

RIGHT = "ratings.change_ladder"


def may_run(account: Account | None) -> bool:
    """Return whether somebody may run ladders."""
    return account is not None and account.is_staff and account.has_perm(RIGHT)


def require_right(request: HttpRequest) -> Account:
    """Return who asks; raises PermissionDenied for anybody who may not run ladders."""
    account = requests.account(request)
    if account is None or not may_run(account):
        raise PermissionDenied
    return account
