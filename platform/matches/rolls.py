"""Who is kept off the rolls of deals for a while, since they have withheld too many shares.

Each refusal makes everybody at a table wait and the deal another one. The refusals themselves are
events of their matches; this counts them by account.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from matches.models import RollRecord

LAST = 50
"""The latest rolls of an account that count."""
REFUSALS_MAX = 3
"""Whoever withholds as many shares of these is kept off."""
KEPT_OFF = timedelta(days=30)


def note(accounts: Collection[UUID], refusing: Collection[UUID], at: datetime) -> None:
    """Note who was on a roll, and who of them withheld the share.

    Refusals for which an account is kept off do not count again: it takes as many new ones.

    In the transaction of the event. Rows are locked in one order, since the same accounts may be
    at several tables.
    """
    if not accounts:
        return
    for account in sorted(refusing):
        RollRecord.objects.get_or_create(account_id=account)
    known = RollRecord.objects.select_for_update().filter(account__in=list(accounts))
    for row in known.order_by("account"):
        row.rolls += 1
        if row.account_id in refusing:
            row.refused.append(row.rolls)
        row.refused = [each for each in row.refused if each > row.rolls - LAST]
        if row.account_id in refusing and len(row.refused) >= REFUSALS_MAX:
            row.kept_off_until, row.refused = at + KEPT_OFF, []
        row.save()


def kept_off_until(account: UUID, at: datetime) -> datetime | None:
    """Return until when an account is kept off rolls; None where it is not."""
    found = RollRecord.objects.filter(account=account, kept_off_until__gt=at)
    return found.values_list("kept_off_until", flat=True).first()
