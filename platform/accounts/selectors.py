"""What is asked of accounts and tokens."""

import re
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.models import USERNAME_PATTERN, Account, Session, Token
from accounts.request_models import Refusal


def standing_tokens(*, account_id: UUID) -> QuerySet[Token]:
    """Return the tokens of an account that still work."""
    return Token.objects.filter(account_id=account_id, revoked_at=None, expires_at__gt=Now())


def refusals(*, account_id: UUID, match_id: UUID | None = None) -> QuerySet[Refusal]:
    """Return what a program was refused, the latest first."""
    found = Refusal.objects.filter(account=account_id).order_by("-id")
    return found if match_id is None else found.filter(subject=match_id)


def account(*, account_id: UUID) -> Account:
    """Return an account; raises Account.DoesNotExist."""
    return Account.objects.get(pk=account_id)


def player(name: str) -> Account | None:
    """Return the open account of a name, in any case of letters; None for what is no name."""
    if not re.fullmatch(USERNAME_PATTERN, name):
        return None
    return Account.objects.named(name).filter(is_active=True).first()


def with_email(email: str) -> list[Account]:
    """Return the open accounts with an e-mail address that have a password to be replaced."""
    return [each for each in reached_at(email) if each.has_usable_password()]


def reached_at(email: str) -> list[Account]:
    """Return the open accounts with an e-mail address."""
    if not email:
        return []
    found = Account.objects.filter(email__iexact=email, is_active=True)
    # Case by the rules of Unicode, not of the database: another address must not pass for it.
    return [each for each in found if each.email.casefold() == email.casefold()]


def sessions(*, account_id: UUID) -> QuerySet[Session]:
    """Return the browsers in which an account is signed in, the latest first."""
    return Session.objects.filter(account_id=account_id, expire_date__gt=Now()).order_by(
        "-created_at"
    )
