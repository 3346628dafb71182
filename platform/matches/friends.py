"""Who of an account's friends is here, and with whom it has played lately."""

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from accounts import friendships
from accounts.models import Account
from matches import match_lists
from matches.models import Presence, Seat
from matches.state import Status

HERE = timedelta(minutes=2)
"""How long after their last sign of life somebody counts as being here."""
RECENT_MATCHES = 50
"""How many of its latest matches an account's recent players are looked for in."""
RECENT_MAX = 20


class Friend(NamedTuple):
    """A friend, as far as the friend lets it be seen."""

    account: Account
    is_here: bool | None
    """None for who does not show it."""
    match: UUID | None
    """A running match of theirs that the reader may watch."""


def friends(account: UUID) -> list[Friend]:
    """Return the friends of an account: at tables, here, and then the others, each by name."""
    rows = list(friendships.friends(account))
    showing = [row.pk for row in rows if row.shows_presence]
    recently = Presence.objects.filter(account__in=showing, seen_at__gt=timezone.now() - HERE)
    here = set(recently.values_list("account", flat=True))
    at_tables = _tables(account, here)
    found = [
        Friend(row, row.pk in here if row.shows_presence else None, at_tables.get(row.pk))
        for row in rows
    ]
    return sorted(found, key=lambda each: (each.match is None, not each.is_here))


def _tables(viewer: UUID, accounts: Collection[UUID]) -> dict[UUID, UUID]:
    """Return a running match of each account that a viewer may watch, the latest."""
    live = match_lists.visible(viewer).filter(status=Status.LIVE.value).values("id")
    seats = Seat.objects.filter(account__in=accounts, left=False, match__in=live)
    return dict(seats.order_by("match_id").values_list("account", "match"))


class RecentPlayer(NamedTuple):
    """Somebody with whom an account has played."""

    account: Account
    match: UUID
    """The latest match that they have played together."""


def recent_players(account: UUID) -> list[RecentPlayer]:
    """Return the people with whom an account has sat at its latest matches, the latest first.

    A match's id says when it was opened, so the latest seats are found before any match is read.
    """
    own = Seat.objects.filter(account=account).order_by("-match_id")
    latest = list(own.values_list("match", flat=True)[:RECENT_MATCHES])
    begun = (Status.LIVE.value, Status.FINISHED.value)
    others = Seat.objects.filter(
        match__in=latest,
        match__status__in=begun,
        account__is_active=True,
        account__is_bot=False,
    )
    found: dict[UUID, RecentPlayer] = {}
    for seat_row in others.exclude(account=account).select_related("account").order_by("-match_id"):
        assert seat_row.account is not None  # noqa: S101 - The query asks for accounts.
        found.setdefault(seat_row.account.pk, RecentPlayer(seat_row.account, seat_row.match_id))
    return list(found.values())[:RECENT_MAX]
