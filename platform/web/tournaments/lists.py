"""Lists of tournaments: all of them, those of one account, the tables that wait for it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse

from tournaments import selectors, visibility
from tournaments.models import Entrant, Table, Tournament
from tournaments.state import EntrantStatus, Status
from web.tournaments import labels, pictures, plan

LISTED_MAX = 60
"""Tournaments that a group of the list shows."""
ENTERING = (Status.ENTRY, Status.CHECKIN, Status.CLOSED)
"""Before the start, as players see it."""
OVER = (Status.FINISHED, Status.CANCELLED)
OUT = (
    EntrantStatus.WITHDRAWN,
    EntrantStatus.DISQUALIFIED,
    EntrantStatus.DROPPED,
    EntrantStatus.ABSENT,
)

Context = dict[str, object]


class Waiting(NamedTuple):
    """A table that waits for somebody."""

    tournament: Tournament
    round: int
    number: int
    link: str


def groups(game: str | None, reader: UUID | None) -> dict[str, list[Context]]:
    """Return the tournaments of one game or all by what can be done: look on, enter, read."""
    rows = selectors.listed(game=game, status=None, account=reader)
    return {
        "running": _rows(rows.filter(status=Status.RUNNING)),
        "entering": _rows(rows.filter(status__in=ENTERING)),
        "over": _rows(rows.filter(status__in=OVER)),
    }


def _rows(rows: QuerySet[Tournament]) -> list[Context]:
    return [line(row) for row in rows[:LISTED_MAX]]


def line(row: Tournament) -> Context:
    """Return a tournament as a list shows it."""
    about = plan.about(row.settings)
    return {
        "row": row,
        "picture": pictures.in_list(row),
        "formats": [labels.format_title(stage["format"]) for stage in row.settings["stages"]],
        "status": labels.STATUSES[row.status],
        "badge": labels.BADGES.get(row.status, ""),
        "capacity": row.settings["capacity"],
        "place": about.place,
        "starts_at": about.starts_at if row.status in ENTERING else None,
    }


def of_account(account: UUID, *, reader: UUID | None, over: bool | None = None) -> list[Context]:
    """Return the tournaments that an account has entered, as far as a reader may know of them."""
    entered = Entrant.objects.filter(account=account).exclude(presence=EntrantStatus.WITHDRAWN)
    rows = Tournament.objects.filter(
        visibility.seen_by(reader), id__in=entered.values("tournament")
    ).exclude(status=Status.DRAFT)
    if over is not None:
        rows = rows.filter(status__in=OVER) if over else rows.exclude(status__in=OVER)
    return _rows(rows)


def tables(account: UUID | None) -> list[Waiting]:
    """Return the tables that wait for an account, in all running tournaments."""
    if account is None:
        return []
    entered = (
        Entrant.objects.filter(account=account, tournament__status=Status.RUNNING)
        .exclude(presence=EntrantStatus.WITHDRAWN)
        .values_list("tournament_id", "number")
    )
    numbers = dict(entered)
    if not numbers:
        return []
    rows = Table.objects.filter(
        tournament__in=numbers, places=None, void=False, stopped=""
    ).select_related("tournament")
    return [_waiting(row) for row in rows if numbers[row.tournament_id] in row.seats]


def _waiting(row: Table) -> Waiting:
    tournament = row.tournament
    if row.match is not None:
        link = reverse("web:match", args=[row.match])
    else:
        link = reverse("web:tournament-table", args=[tournament.slug, row.id])
    return Waiting(tournament, row.round, row.number, link)


def chosen(games: Sequence[str], asked: str) -> str:
    """Return the game that a filter asks for; empty for all."""
    return asked if asked in games else ""
