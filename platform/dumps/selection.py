"""Which matches are in a dump: finished public ones of a period, and nobody's who was erased."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.names import GONE
from dumps.tables import FORMAT
from matches.models import Match, Seat
from matches.state import Status

MONTHS = 12


class Period(NamedTuple):
    """A span of time by when matches ended."""

    name: str
    """`2026-10` for a month."""
    begin: datetime
    until: datetime
    """The first moment after it."""


def month(year: int, number: int) -> Period:
    """Return a month, by UTC."""
    following = (year + number // MONTHS, number % MONTHS + 1)
    return Period(
        f"{year:04}-{number:02}",
        datetime(year, number, 1, tzinfo=UTC),
        datetime(*following, 1, tzinfo=UTC),
    )


def months() -> Iterator[Period]:
    """Yield every month that is over, from the one of the first match on.

    Of all matches, not of those that may be told: a month that has lost its last one is cleared.
    """
    ended = Match.objects.filter(status=Status.FINISHED.value, imported_at=None)
    first = ended.aggregate(first=Min("ended_at"))["first"]
    if first is None:
        return
    each = month(first.year, first.month)
    while each.until <= timezone.now():
        yield each
        each = month(each.until.year, each.until.month)


def open_to_all() -> QuerySet[Match]:
    """Return the matches that may be in a dump.

    Those that are finished, public, of no deal that is open, and were played here, and in which
    nobody sat who has been erased since. A seat of nobody is that of an account which is gone
    altogether.
    """
    gone = Q(account__is_active=False, account__username__startswith=GONE)
    erased = Seat.objects.filter(Q(account=None, bot="") | gone, match=OuterRef("pk"))
    return Match.objects.filter(
        ~Exists(erased),
        status=Status.FINISHED.value,
        visibility=Match.Visibility.PUBLIC,
        started_at__isnull=False,
        imported_at=None,
        withheld=False,
    )


def ids(period: Period) -> list[UUID]:
    """Return the matches of a period, in their order."""
    found = open_to_all().filter(ended_at__gte=period.begin, ended_at__lt=period.until)
    return list(found.order_by("id").values_list("id", flat=True))


def digest(chosen: list[UUID]) -> str:
    """Return what tells a choice of matches from any other, and how they are told."""
    hasher = hashlib.sha256(f"{FORMAT}\x00{settings.DATA_LICENCE}\x00{settings.SITE_URL}".encode())
    hasher.update(settings.DATA_KEY.encode())
    for each in chosen:
        hasher.update(each.bytes)
    return hasher.hexdigest()
