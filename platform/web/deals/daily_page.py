"""The deals of the day as their page shows them, and the first page."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple
from uuid import UUID

from accounts.models import Account
from deals import results, selectors
from deals.models import Attempt, Deal
from deals.scoring import Comparison, Explained
from deals.selectors import Place, RankedPlayer
from deals.services import attempts
from deals.state import DealStatus

TABLE_ROWS = 10
DAY = timedelta(days=1)
PERIODS = ("week", "month")


class Card(NamedTuple):
    """A deal of the day, and the reader's go at it."""

    deal: Deal
    status: DealStatus
    mine: Attempt | None
    seat: int
    """From 1."""
    explained: int | None
    """What the cards explain, in percent."""

    @property
    def is_over(self) -> bool:
        """Whether the reader has nothing left to do in it."""
        return self.mine is not None and self.mine.match.ended_at is not None

    @property
    def score(self) -> int | None:
        """What the reader has scored."""
        found = None if self.mine is None else (self.mine.match.result or {}).get("scores")
        return None if found is None else int(found[self.deal.seat])


class Past(NamedTuple):
    """A deal of the day before, and who did best."""

    deal: Deal
    status: DealStatus
    mine: Attempt | None
    place: Place | None
    """Of the reader among those who have played it to the end."""
    counted: int
    best: Attempt | None


class Standing(NamedTuple):
    """The table of a week or a month."""

    period: str
    rows: Sequence[RankedPlayer]
    mine: RankedPlayer | None
    """The reader's row, where it is further down."""


def cards(account: UUID | None) -> list[Card]:
    """Return the deals of today."""
    rows = selectors.of_day(selectors.today())
    mine = _attempts(rows, account)
    return [
        Card(
            row,
            selectors.status_of(row),
            mine.get(row.pk),
            row.seat + 1,
            percent(results.constants(row)),
        )
        for row in rows
    ]


def percent(known: Explained | Comparison | None) -> int | None:
    """Return what the cards of a deal explain, in percent; None where it was not measured."""
    return None if known is None else round(100 * known.explained)


def is_newcomer(reader: Account | None) -> bool:
    """Tell whether somebody's deals of today count in no table, since their account is newer."""
    if reader is None:
        return False
    return any(
        attempts.is_newcomer(reader, row)
        for row in selectors.of_day(selectors.today())
        if selectors.status_of(row) == "open"
    )


def _attempts(rows: Sequence[Deal], account: UUID | None) -> dict[UUID, Attempt]:
    if account is None:
        return {}
    found = Attempt.objects.filter(deal__in=rows, account=account).select_related("match")
    return {each.deal_id: each for each in found}


def yesterday(account: UUID | None) -> list[Past]:
    """Return the deals of the day before, each with the best go at it."""
    rows = selectors.of_day(selectors.today() - DAY)
    mine = _attempts(rows, account)
    return [_past(row, mine.get(row.pk)) for row in rows]


def _past(row: Deal, mine: Attempt | None) -> Past:
    status = selectors.status_of(row)
    if status != "closed":
        return Past(row, status, mine, None, 0, None)
    best = selectors.best(row.pk)
    found = selectors.spread(row.pk)
    return Past(
        row,
        status,
        mine,
        None if mine is None else selectors.place_of(mine),
        0 if found is None else found.players,
        best if best is not None and best.margin is not None else None,
    )


def standing(period: str, account: UUID | None, day: date | None = None) -> Standing:
    """Return the table of the week or the month of a day, by default of today."""
    at = selectors.today() if day is None else day
    of = selectors.month if period == "month" else selectors.week
    rows = selectors.table(of(at))
    shown = rows[:TABLE_ROWS]
    mine = selectors.place_in(rows, account)
    return Standing(period, shown, None if mine in shown else mine)
