"""Guests: accounts without a password, made when somebody presses a button to play.

A guest is told by the session, or by the one token, that came with it; who loses that has lost the
guest. Signing up gives the same account a name and a password, so that its matches stay.
"""

import secrets
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import devices, invitations, names, services
from accounts.models import Account, ErasedName
from api import addresses, limits
from api.problems import Problem, invalid
from games.messages import Message

BUCKET = "guest"
KEPT = timedelta(days=30)
"""How long a guest stays without being used."""
SCOPES = ("play", "read")
"""What the token of a guest allows."""
LENGTHS = (4, 4, 4, 5, 5, 6, 6, 8, 8, 8)
"""Digits of the names that are tried one after another."""
USED = "guest_used"
"""Where a session keeps the day on which it was last used."""

OFF, INVITED, ANYONE = "off", "invited", "anyone"
POLICIES = (OFF, INVITED, ANYONE)
"""What settings.GUESTS may be: no guests, with bots and whoever invites them, with everyone."""


def are_welcome() -> bool:
    """Return whether this site has guests at all."""
    return bool(settings.GUESTS != OFF)


def may_meet_strangers() -> bool:
    """Return whether guests may sit down with people who have not invited them."""
    return bool(settings.GUESTS == ANYONE)


def is_guest(account_id: UUID) -> bool:
    """Return whether an account is a guest's now."""
    return Account.objects.filter(pk=account_id, is_guest=True).exists()


def make(request: HttpRequest) -> Account:
    """Return a new guest; raises Problem where there are none, or too many from one address.

    Nor is there one for a browser in which somebody has signed in whose account is closed.
    """
    if not are_welcome():
        raise Problem("guests_not_allowed", Message("This site has no guests. Please sign up."))
    if devices.is_closed(request):
        raise Problem("permission_denied", Message("Your account on this site is closed."))
    limits.spend(BUCKET, f"address:{addresses.site(request)}")
    for name in _names():
        if ErasedName.objects.filter(digest=names.digest(name)).exists():
            continue
        account = Account(username=name, is_guest=True)
        account.set_unusable_password()
        try:
            return services.save_account(account)
        except Problem:
            continue
    raise Problem("unavailable", Message("No name was free for a guest. Send the request again."))


def _names() -> Iterator[str]:
    for digits in LENGTHS:
        yield f"{names.GUEST}{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"


def issue_token(account: Account) -> services.Issued:
    """Return the one token of a new guest of the API."""
    lasts = int(KEPT.total_seconds())
    return services.issue_token(account=account, name="", scopes=SCOPES, expires_in=lasts)


def sign_up(
    *, account_id: UUID, username: str, password: str | None, email: str = "", invitation: str = ""
) -> Account:
    """Give a guest a name, and a password or none, and return the account, which keeps all.

    Raises `invalid` like a registration, and `permission_denied` for who is a guest no more, or
    may not sign up here.
    """
    invitations.require(invitation)
    # Before the transaction: hashing a password takes too long to hold one open.
    candidate = services.unsaved_account(username=username, password=password, email=email)
    with transaction.atomic():
        account = Account.objects.select_for_update().get(pk=account_id)
        if not account.is_guest or not account.is_active:
            raise Problem("permission_denied", Message("Only a guest can sign up."))
        if Account.objects.named(username).exclude(pk=account_id).exists():
            raise invalid("username", Message("is taken"), code="taken")
        # The log of a match says what the guest was called, so nobody else may be.
        ErasedName.objects.get_or_create(digest=names.digest(account.username))
        account.username, account.password, account.email = (
            candidate.username,
            candidate.password,
            candidate.email,
        )
        account.is_guest = False
        invitations.use(invitation)
        return services.save_account(account)


def keep_session(session: SessionBase) -> None:
    """Have a guest's session last for KEPT from now on; written once a day."""
    today = timezone.now().date().isoformat()
    if session.get(USED) != today:
        session[USED] = today
        session.set_expiry(int(KEPT.total_seconds()))
