"""What the tables of a round made of the deal that they share, seat by seat, once it is closed."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from deals import results, round_tables, scoring
from deals.events import DealClosed
from deals.models import Deal
from deals.round_tables import COMPARED, LeftOut, RoundTable
from deals.scoring import Explained
from games import rewards
from games.json_types import JsonMapping
from matches.models import Match, Seat
from matches.state import Status


class Held(NamedTuple):
    """Somebody who held the cards of a seat."""

    match: UUID
    player: str
    """The name of the entrant."""
    entrant: int | None
    """The number in the tournament; None where a rollback has undone that."""
    account: UUID | None
    left_out: LeftOut | None
    """Why others are not compared with it; None where they are."""
    score: int | None = None
    """None of a match that was called off."""
    place: int | None = None
    share: float | None = None
    margin: float = 0.0
    compared: float | None = None
    points: float | None = None

    @property
    def counts(self) -> bool:
        """Whether others are compared with it: it was played out, and the tournament counts it."""
        return self.left_out is None

    @property
    def worth(self) -> float:
        """What it is ranked by among those with the same cards: the margin, or else the place."""
        return self.margin if self.compared is not None else -(self.place or 0)


def by_seat(
    row: Deal, closed: DealClosed, tables: Mapping[UUID, RoundTable] | None = None
) -> list[list[Held]]:
    """Return who held the cards of each seat, the best first, what does not count last.

    What counts is what the standings count now, whatever was corrected since the end of the deal:
    the tournament is asked for its tables, unless they are given.
    """
    assert row.tournament is not None  # noqa: S101 - It is the deal of a round.
    if tables is None:
        tables = round_tables.tables_of(row.tournament, row.pk)
    matches = Match.objects.in_bulk(
        list(Match.objects.filter(deal_id=row.pk).values_list("pk", flat=True))
    )
    found: list[list[Held]] = [[] for _ in range(row.seats)]
    rows = Seat.objects.filter(match__in=matches).select_related("account")
    for sitting in rows.order_by("match", "seat"):
        match = matches[sitting.match_id]
        found[sitting.seat].append(_held(match, sitting, tables.get(match.pk)))
    shadow = closed.shadow or None
    known = constants(row, closed)
    return [
        _compared(known, seat, None if shadow is None else shadow[number] / scoring.SHADOW_UNIT)
        for number, seat in enumerate(found)
    ]


def _held(match: Match, sitting: Seat, table: RoundTable | None) -> Held:
    entered = None if table is None else table.seated[sitting.seat]
    held = Held(
        match.pk,
        sitting.shown_player if entered is None else entered.name,
        None if entered is None else entered.number,
        sitting.account_id,
        "replaced" if table is None else table.left_out_at(sitting.seat),
    )
    if match.status != Status.FINISHED.value:
        return held._replace(left_out=held.left_out or "void")
    result: JsonMapping = match.result or {}
    scores, placings = result["scores"], result["placings"]
    return held._replace(
        score=scores[sitting.seat],
        place=placings[sitting.seat],
        share=round(rewards.pairwise_scores(placings)[sitting.seat], results.PLACES),
        margin=round(rewards.margin(scores, sitting.seat), results.PLACES),
    )


def constants(row: Deal, closed: DealClosed | None) -> Explained | None:
    """Return what a comparison rests on; None where places count, as the end of the deal has it."""
    by_places = closed is not None and closed.scoring is None
    return None if by_places else results.constants(row)


def _compared(known: Explained | None, seat: list[Held], shadow: float | None) -> list[Held]:
    done = []
    for each in seat:
        has_left = each.left_out == "left"
        if known is None or each.score is None or not (has_left or each.left_out in COMPARED):
            done.append(each)
            continue
        others = [other.margin for other in seat if other.counts and other is not each]
        margin = scoring.compare_one(each.margin, others, known, shadow)
        if has_left:
            margin = -known.cut
        points = scoring.tenths(scoring.points(margin, known)) / 10
        done.append(each._replace(compared=round(margin, results.PLACES), points=points))
    return sorted(done, key=_order)


def _order(each: Held) -> tuple[bool, bool, float, float]:
    return not each.counts, each.score is None, -each.worth, -each.margin
