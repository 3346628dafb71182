"""From where deals are played, as far as it takes to see that several accounts share an address.

As on ladders (`ratings.services.sightings`): a keyed digest of the address, another one for every
deal, for a month, and only the staff is told. Nothing follows from it by itself: a family and a
club's evening look like somebody with many accounts.
"""

from datetime import UTC, datetime
from uuid import UUID

from api.addresses import UNKNOWN
from deals.models import Attempt
from ratings.services import sightings


def note(deal: UUID, match: UUID, site: str) -> None:
    """Note from where a go at a deal is begun; nothing where that is not known."""
    if site not in {"", UNKNOWN}:
        Attempt.objects.filter(match=match).update(origin=sightings.digest(deal, site))


def shared(deal: UUID) -> list[list[str]]:
    """Return which accounts have played a deal from one address."""
    rows = Attempt.objects.filter(deal=deal).exclude(origin="").order_by("account__username")
    groups: dict[str, list[str]] = {}
    for found, name in rows.values_list("origin", "account__username"):
        groups.setdefault(found, []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def purge() -> None:
    """Forget what is older than a month."""
    old = Attempt.objects.filter(begun_at__lte=datetime.now(UTC) - sightings.KEPT)
    old.exclude(origin="").update(origin="")
