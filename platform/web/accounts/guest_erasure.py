"""Erasing guests whom nobody has used for a while, so that no pile of them grows."""

from datetime import datetime

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from accounts import guests
from accounts.models import Account
from matches.models import Presence
from web.accounts.account_deletion import delete_account

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AT_ONCE_MAX = 200
"""Guests that one run erases: it holds a lease on the agenda's row meanwhile."""


def unused(now: datetime) -> QuerySet[Account]:
    """Return the guests who were made, and last seen, longer ago than they are kept."""
    since = now - guests.KEPT
    seen = Presence.objects.filter(seen_at__gt=since).values("account")
    found = Account.objects.filter(is_guest=True, is_active=True, date_joined__lt=since)
    return found.exclude(pk__in=seen).order_by("pk")


def erase_unused() -> None:
    """Erase some of them as their owners would; broken off, the next run does the rest."""
    gone = list(unused(timezone.now())[:AT_ONCE_MAX])
    for account in gone:
        delete_account(account)
    if gone:
        log.info("guests_erased", guests=len(gone))
