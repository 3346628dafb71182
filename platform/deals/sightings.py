"""From where deals are played, as far as it takes to see that several accounts share an address.

As on ladders (`ratings.services.sightings`): a keyed digest of the address, another one for every
deal, for a month, and only the staff is told. Nothing follows from it by itself: a family and a
club's evening look like somebody with many accounts.

A go at a house deal is noted as it begins. Whoever sits at a table of a round was entered there
long before the deal, so what counts is from where they come to their table while others may still
play the same cards (`matches.visits`).
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.db import DatabaseError, transaction

from accounts.models import Account
from api.addresses import UNKNOWN
from deals.models import Attempt, Deal, Sighting
from matches.models import Seat
from ratings.services import sightings

REMEMBERED = 4096
"""So many visits a process knows to be noted: a page is read again after every move."""


class Shared(NamedTuple):
    """Accounts that have played a deal from one address."""

    accounts: tuple[UUID, ...]
    """By their names."""
    names: tuple[str, ...]
    tables: int
    """At how many tables they sat: with two of them, one may have told the other of the cards."""


class SharedInRound(NamedTuple):
    """The same, of a round of a tournament."""

    round: int
    shared: Shared


def note(deal: UUID, match: UUID, site: str) -> None:
    """Note from where a go at a deal is begun; nothing where that is not known."""
    if site not in {"", UNKNOWN}:
        Attempt.objects.filter(match=match).update(origin=sightings.digest(deal, site))


def note_visit(deal: UUID, account: UUID, site: str) -> None:
    """Note from where somebody comes to a table of a deal; nothing where that is not known.

    A database that takes no writes, as during a failover, is no reason to refuse a page.
    """
    if site not in {"", UNKNOWN}:
        with suppress(DatabaseError):
            _noted(deal, account, sightings.digest(deal, site))


@lru_cache(REMEMBERED)
def _noted(deal: UUID, account: UUID, origin: str) -> None:
    seen = Sighting(deal_id=deal, account_id=account, origin=origin, seen_at=datetime.now(UTC))
    with transaction.atomic():
        Sighting.objects.bulk_create([seen], ignore_conflicts=True)


def shared(deal: UUID) -> list[Shared]:
    """Return which accounts have played a deal from one address."""
    since = datetime.now(UTC) - sightings.KEPT
    begun = Attempt.objects.filter(deal=deal, begun_at__gt=since).exclude(origin="")
    seen = Sighting.objects.filter(deal=deal, seen_at__gt=since)
    groups: dict[str, set[UUID]] = {}
    for origin, account in chain(
        *(each.values_list("origin", "account") for each in (begun, seen))
    ):
        groups.setdefault(origin, set()).add(account)
    # People who share two addresses are one group.
    distinct = {frozenset(each) for each in groups.values() if len(each) > 1}
    return sorted((_shared(deal, each) for each in distinct), key=lambda each: each.names)


def _shared(deal: UUID, accounts: frozenset[UUID]) -> Shared:
    rows = Account.objects.filter(pk__in=accounts).order_by("username")
    found = dict(rows.values_list("pk", "username"))
    seats = Seat.objects.filter(match__deal_id=deal, account__in=accounts)
    tables = seats.values("match").distinct().count()
    return Shared(tuple(found), tuple(found.values()), tables)


def in_rounds(tournament: UUID) -> Iterator[SharedInRound]:
    """Yield the same of the deals of a tournament's rounds."""
    rows = Deal.objects.filter(tournament=tournament).order_by("round", "pk")
    for deal, number in rows.values_list("pk", "round"):
        assert number is not None  # noqa: S101 - The deal of a round has its number.
        for each in shared(deal):
            yield SharedInRound(number, each)


def purge() -> None:
    """Forget what is older than a month."""
    until = datetime.now(UTC) - sightings.KEPT
    old = Attempt.objects.filter(begun_at__lte=until)
    old.exclude(origin="").update(origin="")
    Sighting.objects.filter(seen_at__lte=until).delete()
