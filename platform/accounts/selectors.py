"""What is asked of accounts and tokens."""

from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.models import Account, Token


def standing_tokens(*, account_id: UUID) -> QuerySet[Token]:
    """Return the tokens of an account that still work."""
    return Token.objects.filter(account_id=account_id, revoked_at=None, expires_at__gt=Now())


def account(*, account_id: UUID) -> Account:
    """Return an account; raises Account.DoesNotExist."""
    return Account.objects.get(pk=account_id)
