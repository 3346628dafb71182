"""The second step of a sign-in: a code of an app, a passkey or a recovery code, after the password.

The keys and codes are those of `allauth.mfa`. Wrong codes are counted by account, and apart for a
browser that has been in before: nobody gets to this step without the password, so nobody locks out
more than those who know it.
"""

from contextlib import suppress
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from accounts import devices, telling
from accounts.models import Account
from api import limits
from api.problems import Problem

BUCKET = "second_step"
STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What asks for a second step; recovery codes stand in for them."""


def is_on(account_id: UUID) -> bool:
    """Return whether an account's password alone lets nobody in."""
    return bool(Authenticator.objects.filter(user=account_id, type__in=STEPS).exists())


def spend_try(request: HttpRequest, account: Account) -> None:
    """Count a try at a code; raises `rate_limited`, and tells of it by a mail an hour at most."""
    device = devices.of(request, account.username)
    try:
        limits.spend(BUCKET, f"{account.pk} {device}".strip())
    except Problem:
        with suppress(Problem):
            limits.spend("mail", f"guesses {account.pk}", permits=limits.limit_of("mail").burst)
            telling.tell(account, "codes_guessed")
        raise


def is_code(request: HttpRequest, account: Account, code: str) -> bool:
    """Return whether a code of an app or a recovery code is right, and use it up.

    Raises `rate_limited` after many wrong ones.
    """
    spend_try(request, account)
    codes = Authenticator.objects.filter(user=account.pk).exclude(type=Authenticator.Type.WEBAUTHN)
    return any(each.wrap().validate_code(code) for each in codes)


def end(account_id: UUID) -> int:
    """Take every key and code off an account; return how many there were."""
    return int(Authenticator.objects.filter(user=account_id).delete()[0])
