"""Which tournaments there are for an account."""

from uuid import UUID

from django.db.models import Count, Q, QuerySet

from tournaments import picture_addresses, visibility
from tournaments.answers import TournamentListed
from tournaments.models import Tournament
from tournaments.state import Status


def listed(
    *, game: str | None, status: str | None, account: UUID | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments of a list that an account may know of."""
    rows = Tournament.objects.filter(visibility.seen_by(account))
    if game is not None:
        rows = rows.filter(game=game)
    return rows if status is None else rows.filter(status=status)


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
