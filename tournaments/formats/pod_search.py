"""The search for tables: improve by the best swaps of two players until none helps. Pure.

With C[i, j] the cost of i and j at one table, T[i, t] the cost of i with everybody at table t, and
where[i] the table of i, a swap of a (at x) and b (at y) saves
T[a, x] + T[b, y] - T[a, y] - T[b, x] + 2 C[a, b]. All savings are one expression; the best
ones of different tables are taken, and their columns of T change. Whole numbers only, and of
equals the first: deterministic.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.chance import FairChance

Numbers = NDArray[np.int64]

PASSES_MAX = 1000
"""No search has been seen to need a tenth of it."""
KICKS = 100
"""Rounds of disturb-and-improve for fields below KICKED_BELOW, a few milliseconds."""
KICKED_BELOW = 64


class Found(NamedTuple):
    """The tables that a search has come to."""

    tables: tuple[tuple[int, ...], ...]
    """Indices of players."""
    cost: int
    next_best: int | None
    """What the best swap that was left out would add to the cost."""
    swaps: int


class _Search:
    def __init__(self, costs: Numbers, unary: Numbers, where: Numbers) -> None:
        self.costs = costs
        self.unary = unary
        """What it costs to put player i at table t by itself, by [i, t]."""
        self.where = where
        self.swaps = 0
        self._rows = np.arange(len(where))

    def improve(self) -> int:
        """Swap while that helps; return what the best swap left out would add.

        Swaps between tables that no better swap of the same pass has touched do not change one
        another's savings, so one look at all pairs serves for many.
        """
        at = self._sums()
        for _ in range(PASSES_MAX):
            change = self._changes(at)
            partners = change.argmin(axis=1)
            added = change[self._rows, partners]
            if added.min() >= 0:
                return int(added.min())
            touched: set[int] = set()
            for first in np.argsort(added, kind="stable"):
                if added[first] >= 0:
                    break
                second = partners[first]
                tables = {int(self.where[first]), int(self.where[second])}
                if not touched & tables:
                    self._swap(int(first), int(second), at)
                    touched |= tables
        return 0

    def total(self) -> int:
        together = self.where[:, None] == self.where[None, :]
        pairs = int((self.costs * together).sum()) // 2
        return pairs + int(self.unary[self._rows, self.where].sum())

    def exchange(self, first: int, second: int) -> None:
        self.where[[first, second]] = self.where[[second, first]]

    def _sums(self) -> Numbers:
        seats = np.zeros(self.unary.shape, dtype=np.int64)
        seats[self._rows, self.where] = 1
        sums: Numbers = self.costs @ seats
        return sums

    def _changes(self, at: Numbers) -> Numbers:
        whole = at + self.unary
        moved = whole[:, self.where]
        own = whole[self._rows, self.where]
        change: Numbers = moved + moved.T - own[:, None] - own[None, :] - 2 * self.costs
        change[self.where[:, None] == self.where[None, :]] = np.iinfo(np.int64).max
        return change

    def _swap(self, first: int, second: int, at: Numbers) -> None:
        here, there = int(self.where[first]), int(self.where[second])
        moved = self.costs[:, second] - self.costs[:, first]
        at[:, here] += moved
        at[:, there] -= moved
        self.exchange(first, second)
        self.swaps += 1


def search(  # noqa: PLR0913 - how long to look is by name
    costs: Numbers,
    sizes: Sequence[int],
    chance: FairChance,
    unary: Numbers | None = None,
    *,
    enough: int = 0,
    kicks: int = KICKS,
) -> Found:
    """Return tables of the given sizes for the players in the order of the matrix.

    The start cuts that order into tables. `costs` is symmetric; its diagonal is not looked at.
    A small field is disturbed and improved `kicks` times unless it costs `enough` or less.
    """
    size = len(costs)
    costs = costs.copy()
    np.fill_diagonal(costs, 0)
    where = np.repeat(np.arange(len(sizes)), sizes)
    alone = np.zeros((size, len(sizes)), dtype=np.int64) if unary is None else unary
    work = _Search(costs, alone, where)
    if len(sizes) < 2:
        return Found((tuple(range(size)),) if size else (), work.total(), None, 0)
    added = work.improve()
    best, cost = work.where.copy(), work.total()
    for _ in range(kicks if size < KICKED_BELOW and cost > enough else 0):
        for _ in range(2 + chance.below("kicks", 3)):
            work.exchange(chance.below("kicks", size), chance.below("kicks", size))
        left_out = work.improve()
        if (reached := work.total()) <= cost:
            best, cost, added = work.where.copy(), reached, left_out
        else:
            work.where = best.copy()
    tables = tuple(tuple(np.flatnonzero(best == table).tolist()) for table in range(len(sizes)))
    next_best = None if added == np.iinfo(np.int64).max else added
    return Found(tables, cost, next_best, work.swaps)
