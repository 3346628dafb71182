"""Read deals. Before one is closed nobody learns more than that it is there, and their own."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, QuerySet, Sum, Window
from django.db.models.functions import Rank
from django.utils import timezone

from deals import logs, refusals
from deals.aggregate import DEAL
from deals.events import CATALOGUE, KIND, SLOT, DealClosed
from deals.models import Attempt, Deal
from deals.state import DealState, DealStatus
from eventstore import streams
from games import fair_draws
from games.json_types import JsonObject

WEEK = timedelta(days=7)


def load(deal_id: UUID) -> DealState:
    """Return a deal as its stream has it; at version 0 there is none."""
    return DEAL.fold(deal_id, streams.load(KIND, deal_id))


def closing_of(row: Deal) -> DealClosed | None:
    """Return the event that has closed a deal, its last one; None while it is open."""
    if row.closed_at is None:
        return None
    (last,) = streams.load(KIND, row.pk, after=row.version - 1, until=row.version)
    found = CATALOGUE.decode(last.type, last.schema, last.body)
    return found if isinstance(found, DealClosed) else None


def require(deal_id: UUID) -> Deal:
    """Return the row of a deal; raises not_found."""
    row = Deal.objects.filter(pk=deal_id).first()
    if row is None:
        raise refusals.not_found()
    return row


def log(deal_id: UUID) -> Iterator[JsonObject]:
    """Return the lines of the log of a deal that is closed; raises not_found and deal_open."""
    events = streams.load(KIND, deal_id)
    if not events:
        raise refusals.not_found()
    if events[-1].type != "deal_closed":
        raise refusals.deal_open()
    return logs.lines(deal_id, events)


def name_of(deal_id: UUID) -> str:
    """Return what a deal is called where it is drawn (fair/2)."""
    return fair_draws.deal_of(str(deal_id), SLOT)


def status_of(row: Deal, at: datetime | None = None) -> DealStatus:
    """Return where a deal stands, by default now."""
    if row.closed_at is not None:
        return "closed"
    moment = at or timezone.now()
    if moment < row.opens_at:
        return "announced"
    return "open" if moment < row.closes_at else "closing"


def attempt_of(deal_id: UUID, account: UUID | None) -> Attempt | None:
    """Return somebody's go at a deal."""
    if account is None:
        return None
    return Attempt.objects.select_related("match").filter(deal=deal_id, account=account).first()


def ranked(deal_id: UUID) -> QuerySet[Attempt]:
    """Return all goes at a deal that is closed, the best first; what does not count comes last."""
    rows = Attempt.objects.filter(deal=deal_id).select_related("account", "match")
    return rows.order_by(
        F("margin").desc(nulls_last=True), F("place").asc(nulls_last=True), "begun_at", "pk"
    )


def listed(*, game: str | None = None, day: date | None = None) -> QuerySet[Deal]:
    """Return deals, the latest first."""
    rows = Deal.objects.all()
    if game is not None:
        rows = rows.filter(game=game)
    return rows if day is None else rows.filter(day=day)


def today() -> date:
    """Return which day it is for deals, everywhere alike."""
    return timezone.now().astimezone(UTC).date()


def of_day(day: date) -> list[Deal]:
    """Return the deals of a day, by game."""
    return list(Deal.objects.filter(day=day).order_by("game"))


class Period(NamedTuple):
    """From one day to before another."""

    begin: date
    end: date


def week(day: date) -> Period:
    """Return the week of a day, from Monday on."""
    begin = day - timedelta(days=day.weekday())
    return Period(begin, begin + WEEK)


def month(day: date) -> Period:
    """Return the month of a day."""
    begin = day.replace(day=1)
    return Period(begin, (begin + timedelta(days=31)).replace(day=1))


class RankedPlayer(NamedTuple):
    """A player in the table of a week or a month."""

    rank: int
    account: UUID
    player: str
    deals: int
    points: float


def table(period: Period, *, game: str | None = None) -> list[RankedPlayer]:
    """Return who has the most points from the deals of the days of a period that are closed."""
    rows = Attempt.objects.filter(
        deal__day__gte=period.begin, deal__day__lt=period.end, points__isnull=False
    )
    if game is not None:
        rows = rows.filter(deal__game=game)
    found = (
        rows.values("account", "account__username")
        .annotate(deals=Count("pk"), total=Sum("points"))
        .annotate(rank=Window(Rank(), order_by=F("total").desc()))
        .order_by("rank", "account__username")
    )
    return [
        RankedPlayer(
            row["rank"],
            row["account"],
            row["account__username"],
            row["deals"],
            round(row["total"], 1),
        )
        for row in found
    ]


def place_in(rows: Sequence[RankedPlayer], account: UUID | None) -> RankedPlayer | None:
    """Return where an account stands in a table."""
    return next((row for row in rows if row.account == account), None)


def latest_closed(game: str, before: datetime | None = None) -> Deal | None:
    """Return the last deal of the day of a game that is closed."""
    rows = Deal.objects.filter(game=game, day__isnull=False, closed_at__isnull=False)
    if before is not None:
        rows = rows.filter(closes_at__lte=before)
    return rows.order_by("-day").first()
