"""Addresses that programs have had told in a person's name: they end with what was allowed."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts import programs
from accounts.models import Account
from api.access import not_authenticated
from games.messages import Message
from notifications.models import Delivery, PushSubscription, Webhook

Row = TypeVar("Row", Webhook, PushSubscription)
SCOPE = "notify"
"""With what a program sets them up, and without which they end."""


def require_allowed(account_id: UUID, program: str) -> None:
    """Raise not_authenticated for a program that was disconnected a moment ago.

    Only with the account's row locked: what ends the program waits for it, and finds what was made.
    """
    if program and not programs.allowing(SCOPE).filter(user=account_id, client=program).exists():
        raise not_authenticated(Message("The token was revoked."))


@transaction.atomic
def hear_ended(*, account_id: UUID | None, client_id: str, **_signal: object) -> None:
    """End the addresses of programs that may have nobody told any more (`programs.ended`)."""
    if account_id is not None:
        Account.objects.select_for_update().filter(pk=account_id).first()
    gone = list(_unheld(Webhook.objects.all(), account_id, client_id).values_list("pk", flat=True))
    Delivery.objects.filter(target__in=gone).delete()
    Webhook.objects.filter(pk__in=gone).delete()
    _unheld(PushSubscription.objects.all(), account_id, client_id).delete()


def _unheld(rows: QuerySet[Row], account_id: UUID | None, client_id: str) -> QuerySet[Row]:
    held = programs.allowing(SCOPE).filter(user=OuterRef("account"), client=OuterRef("program"))
    found = rows.exclude(program="").filter(~Exists(held))
    if account_id is not None:
        found = found.filter(account=account_id)
    return found.filter(program=client_id) if client_id else found


def counted(account_id: UUID) -> Mapping[str, int]:
    """Return how many addresses of an account each program has had told."""
    webhooks = Webhook.objects.filter(account=account_id).values_list("program", flat=True)
    browsers = PushSubscription.objects.filter(account=account_id)
    return Counter([*webhooks, *browsers.values_list("program", flat=True)])
