"""Deals as the API answers them."""

from typing import cast
from uuid import UUID

from msgspec import structs

from deals import results, round_results, scoring, selectors
from deals.answers import (
    DealBeacon,
    DealListed,
    DealRank,
    DealResult,
    DealRound,
    DealScoring,
    DealSeat,
    DealShown,
    DealTable,
    OwnAttempt,
)
from deals.events import DealClosed
from deals.models import Attempt, Deal
from deals.selectors import Period
from eventstore.canonical import format_timestamp
from matches.answers import MatchStatus

RESULTS_MAX = 500
RANKS_MAX = 200


def listed(row: Deal) -> DealListed:
    """Return a deal as a list shows it."""
    return DealListed(
        id=str(row.pk),
        game=row.game,
        rules=row.rules,
        dataset=row.dataset,
        options=row.options,
        seats=row.seats,
        seat=None if row.round else row.seat,
        bot=row.bot or None,
        round=DealRound(str(row.tournament), row.round) if row.round else None,
        day=None if row.day is None else row.day.isoformat(),
        status=selectors.status_of(row),
        opens_at=format_timestamp(row.opens_at),
        closes_at=format_timestamp(row.closes_at),
        commitment=row.commitment,
        beacon=DealBeacon(row.beacon, row.beacon_value or None) if row.beacon else None,
        attempts=row.tables,
    )


def deal(deal_id: UUID, account: UUID | None) -> DealShown:
    """Return a deal as an account may know it; raises not_found."""
    row = selectors.require(deal_id)
    selectors.require_visible(row, account)
    mine = selectors.attempt_of(deal_id, account)
    about = listed(row)
    shown = DealShown(
        **structs.asdict(about),
        mine=None if mine is None else own(mine),
        deal=selectors.load(deal_id).opened.deal if row.round else selectors.name_of(deal_id),
        seed=None,
        seat_results=None,
        scoring=None,
    )
    closed = selectors.closing_of(row)
    if closed is None:
        return shown
    if row.round:
        return _of_round(shown, row, closed)
    tables, mean, deviation = selectors.figures(deal_id)
    seat = DealSeat(
        seat=row.seat,
        tables=tables,
        mean_margin=_rounded(mean),
        sd=_rounded(deviation),
        results=[result(each) for each in selectors.ranked(deal_id)[:RESULTS_MAX]],
    )
    how = results.comparison(row, closed, tables)
    about_scoring = None if how is None else scoring_of(how)
    return structs.replace(shown, seed=closed.seed, seat_results=[seat], scoring=about_scoring)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, results.PLACES)


def _of_round(shown: DealShown, row: Deal, closed: DealClosed) -> DealShown:
    """Return how everyone fared on every seat of a deal of a round."""
    held = round_results.by_seat(row, closed)
    known = round_results.constants(row, closed)
    tables = max(sum(each.counts for each in seat) for seat in held)
    said = None
    if known is not None:
        added = scoring.SHADOW_TABLES if closed.shadow else 0
        said = structs.replace(
            scoring_of(scoring.comparison(known, tables + added)),
            version=scoring.ROUNDS,
            shadow=[each / scoring.SHADOW_UNIT for each in closed.shadow or ()] or None,
        )
    seats = [
        DealSeat(
            seat=number,
            tables=sum(each.counts for each in seat),
            mean_margin=results.mean_margin([each.margin for each in seat if each.counts]),
            sd=results.deviation([each.margin for each in seat if each.counts]),
            results=[_held(each) for each in seat[:RESULTS_MAX]],
        )
        for number, seat in enumerate(held)
    ]
    return structs.replace(shown, seed=closed.seed, seat_results=seats, scoring=said)


def _held(each: round_results.Held) -> DealResult:
    return DealResult(
        match=str(each.match),
        player=each.player,
        entrant=each.entrant,
        score=each.score,
        place=each.place,
        share=each.share,
        margin=each.margin,
        compared=each.compared,
        points=each.points,
        newcomer=False,
        left_out=each.left_out,
    )


def own(row: Attempt) -> OwnAttempt:
    """Return somebody's own go at a deal."""
    return OwnAttempt(str(row.match_id), cast("MatchStatus", row.match.status))


def scoring_of(how: scoring.Comparison) -> DealScoring:
    """Return how everyone was compared."""
    return DealScoring(
        version=how.version,
        compare="margin",
        shadow=None,
        beta=round(how.beta, results.PLACES),
        cut=round(how.cut, results.PLACES),
        explained=how.explained,
    )


def result(row: Attempt) -> DealResult:
    """Return what somebody made of a deal."""
    return DealResult(
        match=str(row.match_id),
        player=row.account.username,
        entrant=None,
        score=row.score,
        place=row.place,
        share=row.share,
        margin=row.margin,
        compared=row.compared,
        points=row.points,
        newcomer=row.is_newcomer,
        left_out=None,
    )


def table(period: Period, game: str | None) -> DealTable:
    """Return the table of a week or a month."""
    rows = selectors.table(period, game=game)[:RANKS_MAX]
    return DealTable(
        begin=period.begin.isoformat(),
        end=period.end.isoformat(),
        players=[DealRank(row.rank, row.player, row.deals, row.points) for row in rows],
    )
