"""Which accounts have a page open that takes part in the chance of deals: for seats given to them.

Whoever sits down says so itself. Whom a ladder or a tournament seats is asked for a promise where
a page of theirs was there a moment ago, and is not waited for otherwise.
"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from eventstore.canonical import format_timestamp
from games.messages import Message
from matches import refusals, rolls
from matches.models import ChancePending, RollRecord, Sharer

MARKED_EVERY = timedelta(seconds=20)
"""A page that asks for news all the time is noted as often."""
THERE = timedelta(seconds=60)


def mark(account: UUID) -> None:
    """Note that a page of an account is open which takes part."""
    now = datetime.now(UTC)
    known = Sharer.objects.filter(account=account).values_list("seen_at", flat=True).first()
    if known is None or known < now - MARKED_EVERY:
        Sharer.objects.update_or_create(account_id=account, defaults={"seen_at": now})


def is_there(account: UUID) -> bool:
    """Return whether a page of an account that takes part was there a moment ago."""
    since = datetime.now(UTC) - THERE
    return Sharer.objects.filter(account=account, seen_at__gte=since).exists()


def require(account: UUID, *, says_so: bool) -> None:
    """Raise shares_needed for who does not add to the chance where everybody has to.

    So it is for who is kept off rolls, though who is at such a table already loses the seat alone.
    """
    if not says_so:
        raise refusals.shares_needed()
    until = rolls.kept_off_until(account, datetime.now(UTC))
    if until is not None:
        text = Message(
            "Everyone adds chance to the deal here, and you have withheld your share"
            " %(count)s times lately: you are kept off until %(until)s.",
            count=rolls.REFUSALS_MAX,
            until=format_timestamp(until),
        )
        raise refusals.shares_needed(text)


def erase(*, account_id: UUID) -> None:
    """Forget what an account has promised, shown and withheld, and when its pages were open.

    At a table whose roll it is on its share is missing then: it is dealt without it, later.
    """
    ChancePending.objects.filter(account=account_id).delete()
    Sharer.objects.filter(account=account_id).delete()
    RollRecord.objects.filter(account=account_id).delete()
