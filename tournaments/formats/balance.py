"""What a table costs by everything that its players have met with so far, and its best order. Pure.

The costs follow the criteria of the V:EKN for seatings (L. S. Johnson, *Optimal Seating Criteria*,
for tables of four and five), in about their order, written here for tables of any size:

- nobody sits directly behind the same player twice, or meets somebody a third time;
- small tables are shared out evenly over all rounds;
- nobody meets twice, sits on the same seat twice, or twice across from or two seats before the same
  player;
- what seats are worth at the start evens out: one to four, from the first seat on;
- who meets again is once a neighbour and once not.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.formats.core import Stage
from tournaments.formats.seating import orders
from tournaments.record import Entrant, Table, pairs

Numbers = NDArray[np.int64]

SCALE = 20
"""Units of these costs to one of those that reasons give."""
REPEAT = 20_000
"""Times the square of how often two have met."""
THIRD = 400_000
"""For two who have met twice already."""
APART = 10**9
BEHIND = 300_000
"""Times how often one has sat directly behind the other."""
UNEVEN = 70_000
"""For each seat at a small table more, or fewer, than an even share over all rounds."""
FRESH = 600
"""Times how often a player has sat at a small table, for another within that share."""
SEAT = 30_000
"""Times how often a player has sat on the seat."""
ACROSS = 9_000
"""Times how often two have sat across from one another, or one two seats before the other."""
START = 600
"""Times the square of what the seats so far differ from the mean of all players."""
SIDE = 1_150
"""For two who meet again on the same side: as neighbours, or not."""
HELD = 200
"""Times the seats that two have held alike: they would compete for the others."""
ALIKE = 300
"""For two who have held the very same seats."""
SEATS_MOST = 6
AHEAD_MOST = 5
"""The largest table at which the orders of the round after next are looked at."""


def worth(seat: int) -> int:
    """Return what a seat, from 0, is worth at the start: later ones have a little more."""
    return min(seat + 1, 4)


Seats = Sequence[int | None]
"""A table by its seats; None for who is not among the players."""


class Past:
    """How often any two players have met, and how, and which seats they have held."""

    def __init__(self, size: int) -> None:
        self.met = np.zeros((size, size), dtype=np.int64)
        self.behind = np.zeros((size, size), dtype=np.int64)
        """[i, j]: how often j has sat directly behind i."""
        self.beside = np.zeros((size, size), dtype=np.int64)
        self.across = np.zeros((size, size), dtype=np.int64)
        self.second = np.zeros((size, size), dtype=np.int64)
        """[i, j]: how often j has sat two seats or so behind i, on the nearer side."""
        self.held = np.zeros((size, SEATS_MOST), dtype=np.int64)
        self.start = np.zeros(size, dtype=np.int64)
        self.small = np.zeros(size, dtype=np.int64)

    @classmethod
    def of(cls, stage: Stage, players: Sequence[Entrant]) -> "Past":
        """Return the past of players, by their places in the sequence."""
        index = {entrant: place for place, entrant in enumerate(players)}
        past = cls(len(players))
        for round_ in stage.record.rounds:
            largest = max((len(table.seats) for table in round_.tables), default=0)
            for table in round_.tables:
                if table.counts:
                    past._sit(table, index, is_small=len(table.seats) < largest)
        for (first, second), times in stage.earlier.meetings.items() if stage.earlier else ():
            if first in index and second in index:
                past._meet(index[first], index[second], times)
        return past

    def _sit(self, table: Table, index: Mapping[Entrant, int], *, is_small: bool) -> None:
        """Count a table that was played; who was absent has met nobody there."""
        self.play([index.get(each) for each in table.seats], is_small=is_small)
        for pair in pairs(table.seats):
            if index.keys() >= {*pair} and {*table.absent} & {*pair}:
                self._meet(index[pair[0]], index[pair[1]], -1)

    def after(self, tables: Sequence[Seats]) -> "Past":
        """Return the past once these tables have been played as well."""
        found = Past(len(self.start))
        for name in vars(self):
            getattr(found, name)[:] = getattr(self, name)
        largest = max(map(len, tables))
        for table in tables:
            found.play(table, is_small=len(table) < largest)
        return found

    def play(self, table: Seats, *, is_small: bool) -> None:
        """Add a table."""
        size = len(table)
        for seat, one in enumerate(table):
            if one is None:
                continue
            self.held[one, min(seat, SEATS_MOST - 1)] += 1
            self.start[one] += worth(seat)
            self.small[one] += is_small
            for step in range(1, size):
                other = table[(seat + step) % size]
                if other is None:
                    continue
                self.met[one, other] += 1
                self.behind[one, other] += step == 1
                self.beside[one, other] += step in {1, size - 1}
                self.across[one, other] += step not in {1, size - 1} and 2 * step == size
                self.second[one, other] += step > 1 and 2 * step < size

    def _meet(self, first: int, second: int, times: int) -> None:
        self.met[first, second] += times
        self.met[second, first] += times


class Weighed(NamedTuple):
    """A table in its best order."""

    cost: int
    seats: tuple[int, ...]
    runner_up: int | None
    """What the second best order costs; None at a table of one."""


class Balance:
    """The costs of tables of a round."""

    def __init__(
        self, past: Past, sizes: Sequence[int], left: int, apart: Numbers | None = None
    ) -> None:
        """Take the sizes of the round's tables, and how many rounds are to follow it."""
        self.past = past
        self.left = left
        self.largest = max(sizes)
        everybody = len(past.start)
        added = 10 * sum(worth(seat) for size in sizes for seat in range(size)) // everybody
        self.mean = 10 * int(past.start.sum()) // everybody + added
        """Ten times what the seats of a player are worth on average, after the round."""
        self.added = added
        self.together: Numbers = REPEAT * past.met**2 + THIRD * (past.met > 1)
        if apart is not None:
            self.together = self.together + APART * apart
        spots = sum(size for size in sizes if size < self.largest)
        least, rest = divmod(int(past.small.sum()) + spots * (left + 1), everybody)
        most = least + bool(rest)
        self.small: Numbers = UNEVEN * np.maximum(0, past.small + 1 - most) + FRESH * past.small
        self.large: Numbers = UNEVEN * np.maximum(0, least - past.small - left)
        self._side = SIDE * (past.met > past.beside)
        self._near = BEHIND * past.behind + SIDE * (past.beside > 0)
        self._known: dict[tuple[int, ...], Weighed] = {}
        self._ahead: dict[tuple[tuple[int, ...], ...], Numbers] = {}

    def alone(self, sizes: Sequence[int]) -> Numbers:
        """Return what it costs to put each player at each table for its size."""
        columns = [self.small if size < self.largest else self.large for size in sizes]
        return np.stack(columns, axis=1)

    def meeting(self, table: Sequence[int]) -> int:
        """Return what a table costs whatever its order: meetings, and its size."""
        rows = np.asarray(table)
        sizes = self.small if len(table) < self.largest else self.large
        return int(self.together[np.ix_(rows, rows)].sum()) // 2 + int(sizes[rows].sum())

    def weigh(self, table: Sequence[int]) -> Weighed:
        """Return what a table costs in its best order.

        Players with the same past take the same seats at every table, so that they stay alike, and
        the tables of the next round can be made of those who have held different seats.
        """
        held = self.past.held
        key = tuple(sorted(table, key=lambda each: (held[each].tolist(), each)))
        if key not in self._known:
            self._known[key] = self._weighed(key)
        return self._known[key]

    def _weighed(self, key: tuple[int, ...]) -> Weighed:
        size = len(key)
        if size < 2:
            return Weighed(self.meeting(key), key, None)
        rows = np.asarray(key)[orders(size)]
        total = self._seats(np.asarray(key), size)[orders(size), np.arange(size)].sum(axis=1)
        for step in range(1, size // 2 + 1):
            costs = self._near if step == 1 else self._far(is_across=2 * step == size)
            found = costs[rows, np.roll(rows, -step, axis=1)]
            total += (found[:, : size // 2] if 2 * step == size > 2 else found).sum(axis=1)
        if self.left and size <= AHEAD_MOST:
            total += self._best_after(key)
        best = int(total.argmin())
        second = int(np.partition(total, 1)[1])
        cost = self.meeting(key)
        seats = tuple(int(each) for each in rows[best])
        return Weighed(cost + int(total[best]), seats, cost + second)

    def _far(self, *, is_across: bool) -> Numbers:
        times = self.past.across if is_across else self.past.second
        found: Numbers = self._side + ACROSS * times
        return found

    def _seats(self, rows: Numbers, size: int) -> Numbers:
        """Return what it costs to put players on the seats of a table, by [player, seat]."""
        worths = np.array([worth(seat) for seat in range(size)])
        off = 10 * (self.past.start[rows][:, None] + worths[None, :]) - self.mean
        found: Numbers = SEAT * self.past.held[rows][:, :size] + START * off * off // 100
        return found

    def _best_after(self, key: tuple[int, ...]) -> Numbers:
        """Return for every order what the seats of the next round cost at best.

        As if the same met again: tables of the next round are made of players with these pasts.
        """
        sign = tuple(tuple(row) for row in self.past.held[list(key)].tolist())
        if sign in self._ahead:
            return self._ahead[sign]
        size = len(key)
        taken, worths = seats_taken(size), np.array([worth(seat) for seat in range(size)])
        total = np.zeros((len(taken), len(taken)), dtype=np.int64)
        for place, one in enumerate(key):
            held = self.past.held[one, :size][None, :] + np.eye(size, dtype=np.int64)
            start = self.past.start[one] + worths[:, None] + worths[None, :]
            off = 10 * start - self.mean - self.added
            costs = SEAT * held + START * off * off // 100
            now = taken[:, place]
            total += costs[now[:, None], now[None, :]]
        found: Numbers = total.min(axis=1)
        self._ahead[sign] = found
        return found


@cache
def seats_taken(size: int) -> Numbers:
    """Return for every order of a table which seat each of its players has."""
    found: Numbers = np.argsort(orders(size), axis=1)
    return found
