"""Browsers in which somebody has signed in before.

Whoever guesses at a name from the address of its owner, or from everywhere, uses up the tries of
strangers; a browser that has been in before has tries of its own. It is told by a signed cookie
that names the account and lasts until its password changes.
"""

import secrets
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from accounts.models import Account
from api.middleware import Next

SALT = "accounts.devices"
YEAR_S = 365 * 24 * 3600
FINGERPRINT = 16
"""Characters of what changes with the password."""


class Device(NamedTuple):
    """What a cookie says."""

    id: str
    account: str
    fingerprint: str


def of(request: HttpRequest, username: str) -> str:
    """Return the id of a browser in which an account has signed in; empty for any other."""
    found = _known(request)
    if found is None:
        return ""
    account = Account.objects.named(username).first()
    is_known = account is not None and found[1:] == (str(account.pk), _fingerprint(account))
    return found.id if is_known else ""


def _known(request: HttpRequest) -> Device | None:
    """Return what a browser's cookie says; None without one of ours."""
    text = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    if not text:
        return None
    try:
        return Device(*signing.loads(text, salt=SALT, max_age=YEAR_S))
    except (signing.BadSignature, TypeError):
        return None


def is_closed(request: HttpRequest) -> bool:
    """Return whether somebody has signed in with this browser whose account has been closed."""
    found = _known(request)
    if found is None:
        return False
    account = Account.objects.filter(pk=found.account, is_active=False).first()
    return account is not None and found.fingerprint == _fingerprint(account)


def remember(request: HttpRequest, user: Account, **_signal: object) -> None:
    """Have the answer mark this browser as one of an account's (the signal `user_logged_in`).

    A guest has no password to guess at, and leaves the mark of somebody else as it is.
    """
    if user.is_guest:
        return
    own = of(request, user.username) or secrets.token_hex(8)
    device = Device(own, str(user.pk), _fingerprint(user))
    request.device_cookie = signing.dumps(device, salt=SALT)  # type: ignore[attr-defined] # Ours.


class Devices:
    """Marks the browser in which somebody has just signed in."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        response = self.get_response(request)
        if cookie := getattr(request, "device_cookie", ""):
            response.set_cookie(
                settings.DEVICE_COOKIE_NAME,
                cookie,
                max_age=YEAR_S,
                samesite="Lax",
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response


def _fingerprint(account: Account) -> str:
    return account.get_session_auth_hash()[:FINGERPRINT]
