"""Which tournaments there are for an account."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from accounts import selectors as accounts
from matches.models import Match
from tournaments import picture_addresses, visibility
from tournaments.answers import TournamentListed
from tournaments.models import Entrant, Table, Tournament
from tournaments.state import EntrantStatus, Status


def listed(
    *, game: str | None, status: str | None, account: UUID | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments of a list that an account may know of."""
    rows = Tournament.objects.filter(visibility.seen_by(account))
    if game is not None:
        rows = rows.filter(game=game)
    return rows if status is None else rows.filter(status=status)


def narrowed(
    rows: QuerySet[Tournament],
    *,
    statuses: Sequence[str] = (),
    player: str | None = None,
    since: datetime | None = None,
    before: datetime | None = None,
) -> QuerySet[Tournament]:
    """Return those of a list's tournaments that are wanted, by state, entrant and time."""
    if statuses:
        rows = rows.filter(status__in=statuses)
    if player is not None:
        found = accounts.player(player)
        rows = rows.none() if found is None else rows.filter(id__in=entered_by(found.pk))
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    return rows if before is None else rows.filter(created_at__lt=before)


def entered_by(account: UUID) -> QuerySet[Entrant, Mapping[str, object]]:
    """Return the ids of the tournaments that an account has entered."""
    entered = Entrant.objects.filter(account=account).exclude(presence=EntrantStatus.WITHDRAWN)
    return entered.values("tournament")


def entered(account: UUID, *, reader: UUID | None) -> QuerySet[Tournament]:
    """Return the tournaments that an account has entered and a reader may know of, newest first."""
    seen = Tournament.objects.filter(visibility.seen_by(reader), id__in=entered_by(account))
    return seen.exclude(status=Status.DRAFT).order_by("-id")


def match_ids(slug: str, account: UUID | None) -> QuerySet[Match, Mapping[str, object]]:
    """Return the ids of a tournament's matches; raises not_found for who may not know of it."""
    tables = Table.objects.filter(tournament=visibility.find(slug, account)).values("id")
    return Match.objects.filter(table_id__in=tables).values("id")


def run_by(account: UUID) -> QuerySet[Tournament]:
    """Return the tournaments in which an account has a role, newest first.

    Each with `undecided`, how many tables wait for a decision of the staff.
    """
    undecided = Count("tables", filter=~Q(tables__stopped=""))
    run = Tournament.objects.filter(staff__contains=[account])
    # A query that groups has no order unless it says one.
    return run.annotate(undecided=undecided).order_by("-id")


def list_row(row: Tournament) -> TournamentListed:
    """Return a tournament as a list shows it."""
    return TournamentListed(
        id=str(row.id),
        slug=row.slug,
        name=row.name,
        game=row.game,
        status=Status(row.status),
        paused=row.paused,
        entrants=row.entrants_count,
        round=row.round,
        version=row.version,
        picture=picture_addresses.address(row.slug, row.picture, small=True) or None,
    )
