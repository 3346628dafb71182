"""What the tables of a round made of the deal that they share, seat by seat, once it is closed."""

from typing import NamedTuple
from uuid import UUID

from deals import results, scoring
from deals.events import DealClosed
from deals.models import Deal
from deals.scoring import Explained
from games import rewards
from games.json_types import JsonMapping
from matches import sequel
from matches.models import Match, Seat
from matches.state import Status


class Held(NamedTuple):
    """Somebody who held the cards of a seat."""

    match: UUID
    player: str
    account: UUID | None
    score: int | None
    """None of a match that was called off."""
    place: int | None = None
    share: float | None = None
    margin: float = 0.0
    counts: bool = False
    """Whether others are compared with it: it was played out."""
    compared: float | None = None
    points: float | None = None


def by_seat(row: Deal, closed: DealClosed) -> list[list[Held]]:
    """Return who held the cards of each seat, the best margin first, what was called off last."""
    matches = Match.objects.in_bulk(
        list(Match.objects.filter(deal_id=row.pk).values_list("pk", flat=True))
    )
    found: list[list[Held]] = [[] for _ in range(row.seats)]
    rows = Seat.objects.filter(match__in=matches).select_related("account")
    for sitting in rows.order_by("match", "seat"):
        found[sitting.seat].append(_held(matches[sitting.match_id], sitting))
    shadow = closed.shadow or None
    known = constants(row, closed)
    return [
        _compared(known, seat, None if shadow is None else shadow[number] / scoring.SHADOW_UNIT)
        for number, seat in enumerate(found)
    ]


def _held(match: Match, sitting: Seat) -> Held:
    result: JsonMapping = match.result or {}
    if match.status != Status.FINISHED.value:
        return Held(match.pk, sitting.shown_player, sitting.account_id, None)
    scores, placings = result["scores"], result["placings"]
    return Held(
        match.pk,
        sitting.shown_player,
        sitting.account_id,
        scores[sitting.seat],
        placings[sitting.seat],
        round(rewards.pairwise_scores(placings)[sitting.seat], results.PLACES),
        round(rewards.margin(scores, sitting.seat), results.PLACES),
        counts=result["reason"] != sequel.TIME_LIMIT,
    )


def constants(row: Deal, closed: DealClosed | None) -> Explained | None:
    """Return what a comparison rests on; None where places count, as the end of the deal has it."""
    by_places = closed is not None and closed.scoring is None
    return None if by_places else results.constants(row)


def _compared(known: Explained | None, seat: list[Held], shadow: float | None) -> list[Held]:
    done = []
    for each in seat:
        if known is None or each.score is None:
            done.append(each)
            continue
        others = [other.margin for other in seat if other.counts and other is not each]
        margin = scoring.compare_one(each.margin, others, known, shadow)
        points = round(scoring.points(margin, known), results.PLACES)
        done.append(each._replace(compared=round(margin, results.PLACES), points=points))
    return sorted(done, key=lambda each: (each.score is None, -each.margin))
