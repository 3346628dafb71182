"""Who sits where at a table: seats in turn, and not always behind the same player. Pure."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.formats.core import Stage
from tournaments.record import Entrant

Numbers = NDArray[np.int64]

SEAT_WEIGHT = 10
"""A seat taken for the (h+1)th time costs ten times (h+1)² - h²; a neighbour again costs one."""
LEAD_WEIGHT = 1000
"""The same for the seat that leads, which outweighs all other seats together."""


class Seating(NamedTuple):
    """The order of a table, and what it costs."""

    seats: tuple[Entrant, ...]
    cost: int
    runner_up: int | None
    """The cost of the second best order; None at a table of one order."""


@cache
def orders(size: int) -> Numbers:
    """Return every order of a table, one a row: row[s] is who sits on seat s."""
    return np.array(list(permutations(range(size))), dtype=np.int64)


def seat_costs(stage: Stage, players: Sequence[Entrant]) -> Numbers:
    """Return what it costs to put player i on seat s, by [i, s]."""
    size = len(players)
    costs = np.zeros((size, size), dtype=np.int64)
    for row, entrant in enumerate(players):
        held = [sat.seat for sat in stage.record.seatings.get(entrant, ())]
        for seat in range(size):
            weight = LEAD_WEIGHT if seat == 0 else SEAT_WEIGHT
            costs[row, seat] = weight * (2 * held.count(seat) + 1)
    return costs


def follow_costs(stage: Stage, players: Sequence[Entrant]) -> Numbers:
    """Return how often player j has sat at the left of player i, by [i, j]."""
    size = len(players)
    costs = np.zeros((size, size), dtype=np.int64)
    index = {entrant: row for row, entrant in enumerate(players)}
    for row, entrant in enumerate(players):
        for sat in stage.record.seatings.get(entrant, ()):
            seats = sat.table.seats
            neighbour = index.get(seats[(sat.seat + 1) % len(seats)])
            if neighbour is not None and neighbour != row:
                costs[row, neighbour] += 1
    return costs


def best_order(stage: Stage, players: Sequence[Entrant]) -> Seating:
    """Return the order that balances seats best; of equals the first, as the players are given."""
    size = len(players)
    if size < 2:
        return Seating(tuple(players), 0, None)
    rows = orders(size)
    total = seat_costs(stage, players)[rows, np.arange(size)].sum(axis=1)
    total += follow_costs(stage, players)[rows, np.roll(rows, -1, axis=1)].sum(axis=1)
    best = int(total.argmin())
    second = int(np.partition(total, 1)[1])
    return Seating(tuple(players[place] for place in rows[best]), int(total[best]), second)


def seat_all(
    stage: Stage,
    tables: Sequence[Sequence[Entrant]],
    shuffle: Callable[[str, Sequence[Entrant]], list[Entrant]],
) -> list[Seating]:
    """Return an order for every table; what history leaves open is drawn."""
    return [
        best_order(stage, shuffle(f"seats:{number}", table)) for number, table in enumerate(tables)
    ]
