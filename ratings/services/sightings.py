"""From where accounts play on a ladder, as far as it takes to see that some share an address.

Kept is a keyed digest of the address (of an IPv6 address the first 64 bits), another one on every
ladder, for a month; never the address. Several accounts at one address are a hint for whoever runs
the ladder: a family, a club's evening and a school look like somebody with many accounts. Nothing
follows from it by itself.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Max
from django.utils.crypto import salted_hmac

from accounts.models import Account
from api.addresses import UNKNOWN
from eventstore.canonical import format_timestamp
from ratings import players
from ratings.answers import SharedAddress
from ratings.models import Ladder, Meeting, Sighting

KEPT = timedelta(days=30)
SALT = "ratings.sightings"


def digest(ladder_id: UUID, site: str) -> str:
    """Return what is kept of an address; nobody without the site's secret key can try addresses."""
    return salted_hmac(SALT, f"{ladder_id} {site}", algorithm="sha256").hexdigest()[:32]


def note(*, ladder_id: UUID, account_id: UUID, site: str) -> None:
    """Note from where an account plays on a ladder; nothing where that is not known."""
    if site in {"", UNKNOWN}:
        return
    Sighting.objects.update_or_create(
        ladder_id=ladder_id,
        account_id=account_id,
        origin=digest(ladder_id, site),
        defaults={"seen_at": datetime.now(UTC)},
    )


def shared(ladder: Ladder) -> list[SharedAddress]:
    """Return which accounts have played on a ladder from one address lately, the latest first."""
    since = datetime.now(UTC) - KEPT
    rows = (
        Sighting.objects.filter(ladder=ladder, seen_at__gt=since)
        .values("origin")
        .annotate(accounts=ArrayAgg("account", distinct=True), last=Max("seen_at"))
        .annotate(count=Count("account", distinct=True))
        .filter(count__gt=1)
        .order_by("-last", "origin")
    )
    return [
        SharedAddress(
            players=_names(row["accounts"]),
            seen_at=format_timestamp(row["last"]),
            pairs_met=_met(ladder, row["accounts"]),
        )
        for row in rows
    ]


def _names(accounts: Sequence[UUID]) -> list[str]:
    rows = Account.objects.filter(pk__in=accounts).order_by("username")
    return list(rows.values_list("username", flat=True))


def _met(ladder: Ladder, accounts: Sequence[UUID]) -> int:
    keys = [players.of_account(account, "").key for account in accounts]
    return Meeting.objects.filter(ladder=ladder, one__in=keys, other__in=keys).count()


def erase(*, account_id: UUID) -> None:
    """Forget from where an account has played."""
    Sighting.objects.filter(account=account_id).delete()


def purge() -> None:
    """Forget what is older than a month."""
    Sighting.objects.filter(seen_at__lte=datetime.now(UTC) - KEPT).delete()
