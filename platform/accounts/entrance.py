"""The one way in with a name and its password, on pages, in the admin and in the API.

Tries are counted by name and address together, and by address: never by the name alone, so nobody
can lock anybody out from elsewhere. A browser that has been in before counts by itself.
"""

import hashlib
from contextlib import nullcontext

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts import devices, hashing, passwords
from accounts.models import Account
from api import addresses, limits

BUCKET = "login"
BUCKET_BY_ADDRESS = "login_address"
OWN_BUCKET = "password"


def entered(request: HttpRequest, *, username: str, password: str) -> Account | None:
    """Return the account of a name and its password; None for a wrong one of either.

    Raises `rate_limited`, and `unavailable` when too many passwords are being checked.
    """
    device = devices.of(request, username)
    if device:
        limits.spend(BUCKET, f"device {device}")
    else:
        site = addresses.site(request)
        limits.spend(BUCKET_BY_ADDRESS, f"address:{site}")
        limits.spend(BUCKET, f"{username.lower()} {site}")
    with hashing.known() if device else nullcontext():
        return passwords.check_credentials(username=username, password=password)


def is_own_password(request: HttpRequest, account: Account, password: str) -> bool:
    """Return whether somebody who is signed in knows the password; raises `rate_limited`.

    Tries are counted by session: who has stolen one cannot use up those of the owner's.
    """
    key = hashlib.sha256(str(request.session.session_key).encode()).hexdigest()[:32]
    limits.spend(OWN_BUCKET, f"{account.pk} {key}")
    with hashing.known():
        return passwords.check_credentials(username=account.username, password=password) is not None


class Entrance(ModelBackend):
    """Django's own accounts, through the door."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **_credentials: object,
    ) -> Account | None:
        """Return who it is; raises PermissionDenied, so that no other backend is asked."""
        if request is None or username is None or password is None:
            return None
        account = entered(request, username=username, password=password)
        if account is None:
            raise PermissionDenied
        return account
