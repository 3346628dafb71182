"""What a deal came to, for everybody who played it: rows that follow from matches and scoring."""

from collections.abc import Iterator
from datetime import datetime
from statistics import fmean, stdev
from typing import NamedTuple
from uuid import UUID

from msgspec import UNSET

from deals import measured, scoring
from deals.events import MILLION, THOUSAND, DealClosed, DealOpened, Scoring
from deals.models import Attempt, Deal
from deals.state import DealState
from games import registry, rewards
from games.core import AnyRules
from games.json_types import JsonMapping
from matches.models import Match, Seat
from matches.state import Status

PLACES = 4
"""Decimal places of what is kept."""


class Outcome(NamedTuple):
    """How a table ended for its player."""

    match: UUID
    score: int | None
    place: int | None
    share: float | None
    margin: float | None
    compared: float | None = None
    points: float | None = None
    is_newcomer: bool = False
    """Whether the account is newer than the deal."""

    @property
    def counts(self) -> bool:
        """Whether others are compared with it: it was played to its end, and not by a newcomer."""
        return self.margin is not None and not self.is_newcomer


def outcomes(state: DealState) -> list[Outcome]:
    """Return how all tables of a deal ended, in the order in which they were begun.

    Who did not play to the end, or resigned, is not compared with anybody.
    """
    found = _endings(state)
    how = comparison(state.opened, state.closed, sum(each.counts for each in found))
    if how is None:
        return found
    margins = [each.margin for each in found if each.margin is not None]
    counting = [each.counts for each in found if each.margin is not None]
    compared = iter(scoring.compare(margins, how, counting))
    return [_compared(each, how, compared) for each in found]


def _endings(state: DealState) -> list[Outcome]:
    assert state.opened.house  # noqa: S101 - Of a round `deals.round_results` tells.
    seat = state.opened.house.seat
    rows = Match.objects.in_bulk(list(state.tables))
    sitting = Seat.objects.filter(match__in=list(state.tables), seat=seat)
    stayed = {each.match_id for each in sitting if not each.left and not each.bot}
    found = [
        _outcome(rows[match], seat, state.closed_at, stayed=match in stayed)
        for match in state.tables
    ]
    return [each._replace(is_newcomer=each.match in state.newcomers) for each in found]


def counted(state: DealState) -> int:
    """Return with how many everybody is compared."""
    return sum(each.counts for each in _endings(state))


def scoring_of(about: DealOpened, tables: int) -> Scoring | None:
    """Return how so many are compared, as the end of their deal keeps it."""
    known = constants(about)
    if known is None:
        return None
    how = scoring.comparison(known, tables)
    return Scoring(
        version=how.version,
        compare="margin",
        explained=round(how.explained * THOUSAND),
        beta=round(how.beta * MILLION),
        cut=round(how.cut * THOUSAND),
    )


def comparison(
    about: DealOpened | Deal, closed: DealClosed | None, tables: int
) -> scoring.Comparison | None:
    """Return how those are compared who have played a deal to its end, so many of them.

    As its end has it; of deals that were closed before that was kept, by the first version.
    """
    kept = UNSET if closed is None else closed.scoring
    if kept is UNSET:
        known = constants(about)
        return None if known is None else scoring.comparison(known, tables)
    if kept is None:
        return None
    return scoring.Comparison(
        kept.version, kept.explained / THOUSAND, kept.beta / MILLION, kept.cut / THOUSAND
    )


def constants(about: DealOpened | Deal) -> scoring.Explained | None:
    """Return what deals of such a kind explain, as measured; None where nothing was measured."""
    if about.round:
        return measured.explained_at_tables(about.rules, about.seats)
    return measured.explained(about.game, about.rules, about.seats) if _is_usual(about) else None


def explained(about: Deal, closed: DealClosed | None) -> float | None:
    """Return what the cards of a deal explain, as measured, however the deal is scored.

    None where nothing was measured, as with other options. Of a house deal it is what its end has.
    """
    if about.round:
        found = constants(about) if _is_usual(about) else None
        return None if found is None else found.explained
    how = comparison(about, closed, 0)
    return None if how is None else how.explained


def _is_usual(about: DealOpened | Deal) -> bool:
    return is_usual(registry.rules(about.rules), about.seats, about.options, about.dataset)


def is_usual(rules: AnyRules, seats: int, options: JsonMapping, dataset: str | None) -> bool:
    """Tell whether options are those that the game has where nobody asks for others.

    What was measured holds for them alone.
    """
    given = rules.check_options(seats, options, dataset)
    return given == rules.check_options(seats, {}, dataset)


def _outcome(row: Match, seat: int, closed_at: datetime | None, *, stayed: bool) -> Outcome:
    result = row.result or {}
    is_late = closed_at is not None and row.ended_at is not None and row.ended_at > closed_at
    if row.status != Status.FINISHED.value or is_late:
        return Outcome(row.id, None, None, None, None)
    scores, placings = result["scores"], result["placings"]
    share = rewards.pairwise_scores(placings)[seat]
    margin = round(rewards.margin(scores, seat), PLACES) if stayed else None
    return Outcome(row.id, scores[seat], placings[seat], round(share, PLACES), margin)


def _compared(each: Outcome, how: scoring.Comparison, compared: Iterator[float]) -> Outcome:
    if each.margin is None:
        return each
    found = next(compared)
    points = round(scoring.points(found, how), PLACES)
    return each._replace(compared=round(found, PLACES), points=points)


def write(state: DealState) -> None:
    """Write what a deal came to into its rows, in the transaction of the event that closes it."""
    rows = {row.match_id: row for row in Attempt.objects.filter(deal=state.id)}
    for each in outcomes(state):
        row = rows[each.match]
        for name, value in columns(each).items():
            setattr(row, name, value)
    Attempt.objects.bulk_update(rows.values(), list(FIELDS), batch_size=500)


FIELDS = ("score", "place", "share", "margin", "compared", "points")


def columns(each: Outcome) -> dict[str, object]:
    """Return the columns of an attempt's row that follow from how it ended."""
    return {name: getattr(each, name) for name in FIELDS}


def mean_margin(margins: list[float]) -> float | None:
    """Return the mean of some margins; None of none."""
    return round(fmean(margins), PLACES) if margins else None


def deviation(margins: list[float]) -> float | None:
    """Return the standard deviation of some margins; None of fewer than two."""
    return round(stdev(margins), PLACES) if len(margins) > 1 else None
