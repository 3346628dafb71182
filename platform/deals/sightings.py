"""From where deals are played, as far as it takes to see that several accounts share an address.

As on ladders (`ratings.services.sightings`): a keyed digest of the address, another one for every
deal, for a month, and only the staff is told. Nothing follows from it by itself: a family and a
club's evening look like somebody with many accounts.

A go at a house deal is noted as it begins. Whoever sits at a table of a round was entered there
long before the deal, so what counts is from where they come to their table while others may still
play the same cards (`matches.visits`).
"""

from collections.abc import Iterable
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
    """Note from where somebody comes to a table of a round; nothing where that is not known.

    A database that takes no writes, as during a failover, is no reason to refuse a page.
    """
    if site not in {"", UNKNOWN}:
        with suppress(DatabaseError):
            _noted(deal, account, sightings.digest(deal, site))


@lru_cache(REMEMBERED)
def _noted(deal: UUID, account: UUID, origin: str) -> None:
    if not Deal.objects.filter(pk=deal, round__isnull=False).exists():
        return
    seen = Sighting(deal_id=deal, account_id=account, origin=origin, seen_at=datetime.now(UTC))
    with transaction.atomic():
        Sighting.objects.bulk_create([seen], ignore_conflicts=True)


def shared(deal: UUID) -> list[Shared]:
    """Return which accounts have played a deal from one address."""
    since = datetime.now(UTC) - sightings.KEPT
    begun = Attempt.objects.filter(deal=deal, begun_at__gt=since).exclude(origin="")
    seen = Sighting.objects.filter(deal=deal, seen_at__gt=since)
    rows = chain(*(each.values_list("deal", "origin", "account") for each in (begun, seen)))
    return [each for _deal, each in _together(rows)]


def in_rounds(tournament: UUID) -> list[SharedInRound]:
    """Return the same of the deals of a tournament's rounds, round by round."""
    since = datetime.now(UTC) - sightings.KEPT
    seen = Sighting.objects.filter(deal__tournament=tournament, seen_at__gt=since)
    found = _together(seen.values_list("deal", "origin", "account"))
    rows = Deal.objects.filter(pk__in={deal for deal, _ in found})
    rounds = dict(rows.values_list("pk", "round"))
    listed = [SharedInRound(rounds[deal] or 0, each) for deal, each in found]
    return sorted(listed, key=lambda each: each.round)


def _together(rows: Iterable[tuple[UUID, str, UUID]]) -> list[tuple[UUID, Shared]]:
    """Return with their deals the accounts of one address, from deals, digests and accounts."""
    by_origin: dict[tuple[UUID, str], set[UUID]] = {}
    for deal, origin, account in rows:
        by_origin.setdefault((deal, origin), set()).add(account)
    # People who share two addresses are one group.
    groups = {(deal, frozenset(each)) for (deal, _), each in by_origin.items() if len(each) > 1}
    accounts = {account for _, group in groups for account in group}
    if not accounts:
        return []
    people = Account.objects.filter(pk__in=accounts).order_by("username")
    names = dict(people.values_list("pk", "username"))
    at: dict[tuple[UUID | None, UUID | None], set[UUID]] = {}
    seats = Seat.objects.filter(match__deal_id__in={deal for deal, _ in groups}, account__in=names)
    for played, player, match in seats.values_list("match__deal_id", "account", "match"):
        at.setdefault((played, player), set()).add(match)
    found = []
    for deal, group in groups:
        ordered = [each for each in names if each in group]
        tables = set().union(*(at.get((deal, each), set()) for each in ordered))
        found.append(
            (deal, Shared(tuple(ordered), tuple(names[each] for each in ordered), len(tables)))
        )
    return sorted(found, key=lambda each: each[1].names)


def erase(*, account_id: UUID) -> None:
    """Forget from where an account has played."""
    Attempt.objects.filter(account=account_id).exclude(origin="").update(origin="")
    Sighting.objects.filter(account=account_id).delete()


def purge() -> None:
    """Forget what is older than a month."""
    until = datetime.now(UTC) - sightings.KEPT
    old = Attempt.objects.filter(begun_at__lte=until)
    old.exclude(origin="").update(origin="")
    Sighting.objects.filter(seen_at__lte=until).delete()
