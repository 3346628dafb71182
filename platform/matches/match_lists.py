"""Which matches an account may know of, and those of a list."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts import blocks
from accounts.models import GONE
from eventstore.canonical import format_timestamp
from matches import redaction
from matches.answers import (
    MatchListed,
    MatchStatus,
    ResultListed,
)
from matches.models import Match, Seat
from matches.state import Status


class Wanted(NamedTuple):
    """Which matches of a list are wanted, beside their game and their players."""

    statuses: Sequence[str] = ()
    """Any of these; empty for all."""
    rules: str | None = None
    opened_since: datetime | None = None
    opened_before: datetime | None = None
    ended_since: datetime | None = None
    ended_before: datetime | None = None


def visible(account: UUID | None) -> QuerySet[Match]:
    """Return the matches that an account may know of: public ones and its own.

    A match whose deal others may still play is its players' alone, whether or not it is over.
    """
    public = Q(visibility=Match.Visibility.PUBLIC, withheld=False)
    if account is None:
        return Match.objects.filter(public)
    own = Q(opened_by=account) | Q(
        id__in=Seat.objects.filter(account=account).values_list("match", flat=True)
    )
    return Match.objects.filter(public | own)


def in_company(rows: QuerySet[Match], account: UUID) -> QuerySet[Match]:
    """Leave out matches that wait for players and where a block keeps an account from sitting.

    Its own stay, and those of tournaments.
    """
    apart = blocks.apart_from(account)
    if not apart:
        return rows
    waiting = Match.objects.filter(status=Status.OPEN.value, table_id=None)
    own = Q(opened_by=account) | Q(
        id__in=Seat.objects.filter(account=account, match__in=waiting).values("match")
    )
    theirs = Q(opened_by__in=apart) | Q(
        id__in=Seat.objects.filter(account__in=apart, match__in=waiting).values("match")
    )
    return rows.exclude(id__in=waiting.filter(theirs).exclude(own).values("id"))


def listed(
    account: UUID | None, *, game: str | None, status: str | None, player: str | None
) -> QuerySet[Match]:
    """Return the matches of a list, with their seats."""
    rows = visible(account).prefetch_related("chairs__account")
    if account is not None:
        rows = in_company(rows, account)
    if game is not None:
        rows = rows.filter(game=game)
    if status is not None:
        rows = rows.filter(status=status)
    if player is not None:
        # Who is called so elsewhere is somebody else.
        here = Seat.objects.filter(player=player, match__imported_at=None)
        here = here.exclude(account__is_active=False, account__username__startswith=GONE)
        rows = rows.filter(id__in=here.values_list("match", flat=True))
    return rows


def narrowed(rows: QuerySet[Match], about: Wanted) -> QuerySet[Match]:
    """Return those of a list's matches that are wanted."""
    if about.statuses:
        rows = rows.filter(status__in=about.statuses)
    if about.rules is not None:
        rows = rows.filter(rules=about.rules)
    moments = {
        "opened_at__gte": about.opened_since,
        "opened_at__lt": about.opened_before,
        "ended_at__gte": about.ended_since,
        "ended_at__lt": about.ended_before,
    }
    return rows.filter(**{name: moment for name, moment in moments.items() if moment is not None})


def list_row(match: Match) -> MatchListed:
    """Return a match as a list shows it."""
    return MatchListed(
        id=str(match.id),
        game=match.game,
        rules=match.rules,
        status=cast("MatchStatus", match.status),
        seats_max=match.seats_max,
        players=[seat_row.shown_player for seat_row in match.chairs.all()],
        bots=[seat_row.shown_player for seat_row in match.chairs.all() if seat_row.is_bot],
        version=match.version,
        opened_at=format_timestamp(match.opened_at),
        started_at=redaction.format_moment(match.started_at),
        ended_at=redaction.format_moment(match.ended_at),
        imported=match.imported_at is not None,
        result=None if match.result is None else ResultListed(**match.result),
    )
