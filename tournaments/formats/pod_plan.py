"""Tables of pods for fields up to a hundred: with an eye to the rounds that follow. Pure.

Who sits where is searched for first by meetings and sizes alone, many times in small fields, each
time with the round that would follow; then tables exchange players while that makes both, in their
best orders, cost less. All of it is bounded by counts, never by a clock: the same seed gives the
same tables on every machine.
"""

from collections.abc import Iterator, Sequence
from hashlib import shake_256
from typing import NamedTuple

import numpy as np

from tournaments.formats.balance import ALIKE, HELD, REPEAT, SCALE, Balance, Numbers, Past
from tournaments.formats.core import Stage
from tournaments.formats.pod_search import KICKS, search
from tournaments.formats.seating import Seating
from tournaments.record import Entrant

PLANNED_MOST = 100
"""The largest field that is planned; in larger ones freedom does what planning would."""
NOISE = 50_000
"""Of what two cost together in a try: two repeats and a half."""

KICKS_AFTER = 5
"""Of the search for the round that would follow."""

Tables = list[tuple[int, ...]]


class Effort(NamedTuple):
    """How long to look."""

    tries: int
    """How often tables are searched for, together with those of the round after."""
    finishes: int
    """How often tables are put in order, of which the best are taken."""
    swaps: int
    """How many exchanges of two players are looked at."""
    level: int
    """Of tries that are level by meetings and sizes, how many are looked at with their orders."""


def effort(players: int) -> Effort:
    """Return how long to look for a field: less for larger ones, which leave more freedom.

    >>> effort(12).tries > effort(30).tries > effort(64).tries
    True
    """
    for least, found in (
        (64, Effort(1, 1, 300, 1)),
        (41, Effort(10, 4, 1500, 2)),
        (25, Effort(40, 8, 1500, 5)),
    ):
        if players >= least:
            return found
    return Effort(400, 20, 2000, 70)


def plan(
    stage: Stage, players: Sequence[Entrant], sizes: Sequence[int], left: int
) -> list[Seating]:
    """Return the tables of a round, in order; `left` rounds are to follow it."""
    return _Planner(stage, players, sizes, left).tables()


class _Planner:
    def __init__(
        self, stage: Stage, players: Sequence[Entrant], sizes: Sequence[int], left: int
    ) -> None:
        # Of orders that cost the same the first is taken: it must be nobody's by the seed.
        self.players = stage.chance.shuffle("seats", players)
        self.stage, self.sizes, self.left = stage, sizes, left
        self.chance = stage.chance
        self.effort = effort(len(players))
        self.apart = self._apart()
        self.past = Past.of(stage, self.players)
        self.tried = 0

    def tables(self) -> list[Seating]:
        """Return the best tables that were found."""
        balance = self._balance(self.past, self.left)
        if not self.past.held.any():
            return self._seated(balance, self._searched(balance, noise=0, kicks=KICKS))
        if self.left and self.effort.tries > 1:
            return self._seated(balance, self._composed(balance))
        found = [
            self._exchanged(balance, self._searched(balance, noise=0, kicks=KICKS))
            for _ in range(self.effort.finishes)
        ]
        best = min(found, key=lambda tables: sum(balance.weigh(table).cost for table in tables))
        return self._seated(balance, best)

    def _seated(self, balance: Balance, tables: Tables) -> list[Seating]:
        return [
            Seating(
                tuple(self.players[place] for place in found.seats),
                (found.cost - balance.meeting(found.seats)) // SCALE,
                None
                if found.runner_up is None
                else (found.runner_up - balance.meeting(found.seats)) // SCALE,
            )
            for found in map(balance.weigh, tables)
        ]

    def _balance(self, past: Past, left: int) -> Balance:
        return Balance(past, self.sizes, left, self.apart)

    def _apart(self) -> Numbers:
        """Return 1 for every two who are to be kept apart."""
        index = {entrant: place for place, entrant in enumerate(self.players)}
        found = np.zeros((len(index), len(index)), dtype=np.int64)
        for first, second in self.stage.apart:
            if first in index and second in index:
                found[index[first], index[second]] = found[index[second], index[first]] = 1
        return found

    def _composed(self, balance: Balance) -> Tables:
        """Return who sits with whom: the best of some tries with the round that would follow."""
        best: list[Tables] = []
        least = 0
        for number in range(self.effort.tries):
            noise, kicks = (NOISE, 0) if number else (0, KICKS)
            found = self._searched(balance, noise=noise, kicks=kicks)
            after = self._balance(self.past.after(found), self.left - 1)
            then = self._searched(after, noise=0, kicks=KICKS_AFTER)
            cost = sum(map(balance.meeting, found)) + sum(map(after.meeting, then))
            if not best or cost < least:
                best, least = [found], cost
            elif cost == least:
                best.append(found)
            if least < REPEAT and len(best) == self.effort.level:
                break
        return min(best[: self.effort.level], key=lambda each: self._with_next(balance, each))

    def _with_next(self, balance: Balance, tables: Tables) -> int:
        """Return what tables cost in their best orders, with those of the round that follows."""
        now = [balance.weigh(table) for table in tables]
        after = self._balance(self.past.after([each.seats for each in now]), self.left - 1)
        then = self._searched(after, noise=0, kicks=KICKS)
        return sum(each.cost for each in (*now, *map(after.weigh, then)))

    def _searched(self, balance: Balance, *, noise: int, kicks: int) -> Tables:
        """Return tables by meetings and sizes, and by seats that players would compete for."""
        count = len(self.players)
        order = np.asarray(self.chance.shuffle("tables", range(count)), dtype=np.int64)
        held = balance.past.held
        alike = (held[:, None, :] == held[None, :, :]).all(axis=2)
        costs = balance.together + (0 if noise else HELD * (held @ held.T) + ALIKE * alike)
        alone = balance.alone(self.sizes)
        if noise:
            drawn = self._noise(count + 1, noise)
            costs = costs + np.triu(drawn[1:, 1:], 1) + np.triu(drawn[1:, 1:], 1).T
            is_small = np.array([size < balance.largest for size in self.sizes])
            alone = alone + 2 * drawn[0, 1:, None] * is_small[None, :]
        found = search(
            costs[np.ix_(order, order)], self.sizes, self.chance, alone[order], kicks=kicks
        )
        return [tuple(int(order[each]) for each in table) for table in found.tables]

    def _noise(self, size: int, most: int) -> Numbers:
        """Return a square of numbers below a bound, the same for the same seed everywhere."""
        self.tried += 1
        drawn = shake_256(self.stage.seed + self.tried.to_bytes(4, "big")).digest(2 * size * size)
        found: Numbers = np.frombuffer(drawn, dtype="<u2").astype(np.int64).reshape(size, size)
        return found % most

    def _exchanged(self, balance: Balance, tables: Tables) -> Tables:
        """Return tables after exchanges of two players, the dearest table first."""
        tables = list(tables)
        settled: set[int] = set()
        looks = 0
        while looks < self.effort.swaps and len(settled) < len(tables):
            costs = [balance.weigh(table).cost for table in tables]
            worst = max(
                (each for each in range(len(tables)) if each not in settled),
                key=lambda each: (costs[each] / len(tables[each]), -each),
            )
            best: tuple[int, int, tuple[int, ...], tuple[int, ...]] | None = None
            for other in range(len(tables)):
                if other == worst:
                    continue
                before = costs[worst] + costs[other]
                for mine, theirs in _exchanges(tables[worst], tables[other]):
                    looks += 1
                    if balance.meeting(mine) + balance.meeting(theirs) >= before:
                        continue
                    gain = before - balance.weigh(mine).cost - balance.weigh(theirs).cost
                    if gain > 0 and (best is None or gain > best[0]):
                        best = gain, other, mine, theirs
            if best is None:
                settled.add(worst)
                continue
            _, other, tables[worst], tables[other] = best
            settled.clear()
        return tables


def _exchanges(
    first: tuple[int, ...], second: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield two tables after every exchange of one player each."""
    for here, one in enumerate(first):
        for there, other in enumerate(second):
            yield (
                (*first[:here], other, *first[here + 1 :]),
                (*second[:there], one, *second[there + 1 :]),
            )
