"""From places to points, and which results of a person count. Pure.

Points are whole thousandths, MILLI to a point; a share that does not come out even is cut off.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from tournaments.series.events import Placed
from tournaments.series.settings import EventGroup, PointsTable

MILLI = 1000


class Result(NamedTuple):
    """What an event brought a person."""

    tournament: UUID
    entrant: int
    group: str
    rank: int
    field: int
    """How many played."""
    milli: int
    out: bool = False
    counts: bool = True
    """Whether it is among the results that are added up."""


def points_of(results: Sequence[Placed], table: PointsTable, *, shared: bool) -> Mapping[int, int]:
    """Return the thousandths of each entrant of an event; who was disqualified gets nothing.

    Equals share what their places bring together, or with `shared` false all get the best of it.
    """
    field = len(results)
    level = Counter(each.rank for each in results if not each.out)
    brought = {
        rank: _milli(rank, count if shared else 1, field, table) for rank, count in level.items()
    }
    return {each.entrant: 0 if each.out else brought[each.rank] for each in results}


def _milli(rank: int, count: int, field: int, table: PointsTable) -> int:
    places = range(rank, rank + count)
    total = sum(_points(place, field, table) for place in places)
    return total * MILLI // count + table.attendance * MILLI


def _points(place: int, field: int, table: PointsTable) -> int:
    if table.by == "beaten":
        return max(0, field - place)
    if table.by == "place":
        return table.places[place - 1] if place <= len(table.places) else 0
    for band in table.shares:
        if place <= -(-field * band.percent // 100):
            return band.points
    return 0


def counting(
    results: Sequence[Result],
    groups: Sequence[EventGroup],
    *,
    best: int | None,
    drop: int,
    events: int,
) -> list[Result]:
    """Return a person's results in their order, each with whether it counts.

    First the best of each group, then the best of what these leave. With `drop` so many of all
    `events` are dropped, first those that the person has missed.
    """
    kept: list[int] = []
    for group in groups:
        own = [at for at, each in enumerate(results) if each.group == group.id]
        kept += _best(results, own, group.best)
    most = max(1, events - drop) if drop else best
    chosen = set(_best(results, sorted(kept), most))
    return [each._replace(counts=at in chosen) for at, each in enumerate(results)]


def _best(results: Sequence[Result], places: Sequence[int], most: int | None) -> Sequence[int]:
    """Return the places of the best results, of equals the earlier ones."""
    return sorted(places, key=lambda at: -results[at].milli)[:most]
