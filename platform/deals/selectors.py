"""Read deals. Before one is closed nobody learns more than that it is there, and their own."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import (
    Aggregate,
    Avg,
    Count,
    F,
    FloatField,
    IntegerField,
    Max,
    Min,
    QuerySet,
    StdDev,
    Sum,
    Value,
    Window,
)
from django.db.models.functions import Cast, Floor, Rank
from django.utils import timezone

from deals import logs, refusals
from deals.aggregate import DEAL
from deals.events import CATALOGUE, KIND, SLOT, DealClosed
from deals.models import Attempt, Deal
from deals.state import DealState, DealStatus
from eventstore import streams
from games import fair_draws
from games.json_types import JsonObject
from matches import match_lists
from matches.models import Match

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


def require_visible(row: Deal, account: UUID | None) -> None:
    """Raise not_found for a closed deal of a round whose matches an account may not know of."""
    if row.round is None or row.closed_at is None:
        return
    played = Match.objects.filter(deal_id=row.pk)
    if played.exists() and not match_lists.visible(account).filter(deal_id=row.pk).exists():
        raise refusals.not_found()


def log(deal_id: UUID, account: UUID | None) -> Iterator[JsonObject]:
    """Return the lines of the log of a deal that is closed; raises not_found and deal_open."""
    require_visible(require(deal_id), account)
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
    if moment < row.opens_at or (row.awaits_beacon and moment < row.closes_at):
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


def best(deal_id: UUID) -> Attempt | None:
    """Return the best go at a deal that is closed, of an account that is older if there is one."""
    rows = ranked(deal_id)
    return rows.filter(margin__isnull=False, is_newcomer=False).first() or rows.first()


def with_ranks(deal_id: UUID) -> QuerySet[Attempt]:
    """Return the same with the rank of each that counts, which equal margins share."""
    rank = Window(Rank(), partition_by=F("is_newcomer"), order_by=F("margin").desc(nulls_last=True))
    return ranked(deal_id).annotate(rank=rank)


class Place(NamedTuple):
    """Where somebody came among those who count."""

    rank: int
    of: int
    """How many they are, with the one who is ranked."""


def place_of(row: Attempt) -> Place | None:
    """Return where a go at a deal that is closed came; None of who is not compared."""
    if row.margin is None:
        return None
    rows = Attempt.objects.filter(deal=row.deal_id, margin__isnull=False, is_newcomer=False)
    ahead = rows.filter(margin__gt=row.margin).count()
    return Place(ahead + 1, rows.count() + row.is_newcomer)


class Figures(NamedTuple):
    """What the margins of those who count at a deal come to."""

    players: int
    mean: float | None
    deviation: float | None
    """None of fewer than two."""


def figures(deal_id: UUID) -> Figures:
    """Return what a deal that is closed came to."""
    rows = Attempt.objects.filter(deal=deal_id, margin__isnull=False, is_newcomer=False)
    found = rows.aggregate(
        players=Count("pk"), mean=Avg("margin"), deviation=StdDev("margin", sample=True)
    )
    return Figures(**found)


class Spread(NamedTuple):
    """Between which margins those came who have played a deal to its end, and how many."""

    players: int
    low: float
    high: float
    median: float


class _Median(Aggregate):
    """PostgreSQL's: of an even number the mean of the two in the middle."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def spread(deal_id: UUID) -> Spread | None:
    """Return between which margins a deal that is closed was played; None where nobody counts."""
    rows = Attempt.objects.filter(deal=deal_id, margin__isnull=False)
    found = rows.aggregate(
        players=Count("pk"), low=Min("margin"), high=Max("margin"), median=_Median("margin")
    )
    return Spread(**found) if found["players"] else None


def columns(deal_id: UUID, *, begin: float, width: float) -> dict[int, int]:
    """Return how many margins lie in each column of a width, numbered from a beginning on."""
    rows = Attempt.objects.filter(deal=deal_id, margin__isnull=False)
    column = Cast(Floor((F("margin") - Value(begin)) / Value(width)), IntegerField())
    found = rows.annotate(column=column).values("column").annotate(count=Count("pk"))
    return dict(found.order_by("column").values_list("column", "count"))


def listed(*, game: str | None = None, day: date | None = None) -> QuerySet[Deal]:
    """Return deals that anybody may play, the latest first."""
    rows = Deal.objects.filter(tournament=None)
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
        deal__day__gte=period.begin,
        deal__day__lt=period.end,
        points__isnull=False,
        is_newcomer=False,
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
