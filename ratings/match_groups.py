"""Who of those that wait should play together. Pure.

Everybody accepts opponents within a window of rating that widens while they wait: 100 points at
first, 600 after a minute (of Elo; as far apart in other systems). At a table every two fit: one of
the two accepts the other.

The whole queue is looked at. In the order of ratings tables are neighbours, or nearly so, and of
all ways to divide the queue into such tables the one is taken that is worth most: a table is worth
what its players' waiting is, less the distance from its best player to its weakest. Then whoever is
left takes the place of somebody at a table wherever that is worth more, and last of all any table
that can still be put together begins.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from math import log2
from typing import NamedTuple

WINDOW_FIRST = 1.0
"""In spreads of the rating system."""
WINDOW_LAST = 6.0
WIDE_AFTER_S = 60.0
SEATED = WINDOW_LAST
"""What it is worth to seat somebody who has not waited at all, in spreads between the best and the
weakest of a table: so much that no table is better not begun."""
PREFERRED = 3.0
"""How much wider a table may be, in spreads, for somebody who has waited a minute. Simulated: with
1 the longest waits at tables of four and six are up to a tenth longer, 6 makes tables wider."""
OVERLOOKED_MAX = 2
"""How many a table may leave out whose ratings lie among those of its players."""
STEPS_MAX = 20_000
"""How many beginnings of a table are tried for those who are left."""


class QueuedPlayer(NamedTuple):
    """Somebody who waits for a match."""

    key: str
    rating: int
    seats: int
    waited_s: float


class Group(NamedTuple):
    """Some who should play together."""

    players: list[QueuedPlayer]
    seats: int
    """More than the players, when bots take the other seats."""


def rating_window(waited_s: float, spread: int) -> float:
    """Return how far away, in steps, an opponent may be for somebody who has waited so long.

    >>> rating_window(0, 100_000), rating_window(30, 100_000), rating_window(600, 100_000)
    (100000.0, 350000.0, 600000.0)
    """
    part = min(1.0, waited_s / WIDE_AFTER_S)
    return spread * (WINDOW_FIRST + (WINDOW_LAST - WINDOW_FIRST) * part)


def fits(one: QueuedPlayer, other: QueuedPlayer, spread: int) -> bool:
    """Return whether two may sit at one table."""
    if one.seats != other.seats:
        return False
    widest = rating_window(max(one.waited_s, other.waited_s), spread)
    return abs(one.rating - other.rating) <= widest


def urgency(waited_s: float) -> float:
    """Return what it is worth to seat somebody, in spreads of rating that a table may be wider.

    The first minute counts as three spreads, and so does every doubling after it: so somebody who
    waits is preferred to whoever has just come, and after hours a rating still counts.

    >>> urgency(0), urgency(60), urgency(180)
    (6.0, 9.0, 12.0)
    """
    return SEATED + PREFERRED * log2(1 + waited_s / WIDE_AFTER_S)


def form_groups(
    waiting: Sequence[QueuedPlayer],
    *,
    spread: int,
    bots_after_s: float | None,
    bots: int,
    apart: Collection[frozenset[str]] = (),
) -> list[Group]:
    """Return the tables that can begin, that of whoever has waited longest first.

    After bots_after_s up to `bots` free seats may go to bots; None: never. The two keys of a pair
    in `apart` are never together.
    """
    found = []
    for seats in sorted({each.seats for each in waiting}):
        queue = Queue([each for each in waiting if each.seats == seats], spread, apart)
        found += queue.tables(seats)
        if bots_after_s is not None:
            found += queue.with_bots(seats, bots_after_s, bots)
    return sorted(found, key=lambda group: min(_turn(each) for each in group.players))


def _turn(player: QueuedPlayer) -> tuple[float, str]:
    return -player.waited_s, player.key


class Queue:
    """Those who wait for tables of one size; who gets a table leaves it."""

    def __init__(
        self, waiting: Sequence[QueuedPlayer], spread: int, apart: Collection[frozenset[str]]
    ) -> None:
        self.left = sorted(waiting, key=lambda each: (each.rating, *_turn(each)))
        self._spread = spread
        self._apart = apart

    def tables(self, seats: int) -> list[Group]:
        """Return the tables without bots, each with its players in the order of their turns."""
        found = self._divided(seats)
        self._leave(player for table in found for player in table)
        self._exchange(found)
        while more := self._any_table(seats):
            found.append(more)
            self._leave(more)
        return [Group(sorted(table, key=_turn), seats) for table in found]

    def with_bots(self, seats: int, after_s: float, bots: int) -> list[Group]:
        """Return tables that bots fill up, for those who have waited so long; people come first."""
        found = []
        for first in sorted(self.left, key=_turn):
            if first.waited_s < after_s:
                break
            if first in self.left:
                company = self._company(first, seats)
                if seats - len(company) <= bots:
                    found.append(Group(company, seats))
                    self._leave(company)
        return found

    def _leave(self, players: Iterator[QueuedPlayer] | Sequence[QueuedPlayer]) -> None:
        gone = {each.key for each in players}
        self.left = [each for each in self.left if each.key not in gone]

    def _fit(self, one: QueuedPlayer, other: QueuedPlayer) -> bool:
        return fits(one, other, self._spread) and (
            not self._apart or frozenset((one.key, other.key)) not in self._apart
        )

    def _all_fit(self, players: Sequence[QueuedPlayer]) -> bool:
        return all(self._fit(one, other) for one, other in combinations(players, 2))

    def _worth(self, players: Sequence[QueuedPlayer]) -> float:
        ratings = [each.rating for each in players]
        return (
            sum(urgency(each.waited_s) for each in players)
            - (max(ratings) - min(ratings)) / self._spread
        )

    def _divided(self, seats: int) -> list[list[QueuedPlayer]]:
        """Return the tables of neighbours that together are worth most, by dynamic programming.

        best[n] is the most that tables among the n weakest can be worth, and the last of these.
        """
        order = self.left
        best: list[tuple[float, int, list[QueuedPlayer]]] = [(0.0, 0, [])]
        for end in range(1, len(order) + 1):
            choice = (best[end - 1][0], end - 1, list[QueuedPlayer]())
            for begin in range(max(0, end - seats - OVERLOOKED_MAX), end - seats + 1):
                table = self._table_within(order[begin:end], seats)
                if table and (worth := best[begin][0] + self._worth(table)) > choice[0]:
                    choice = (worth, begin, table)
            best.append(choice)
        found, end = [], len(order)
        while end:
            _, end, table = best[end]
            if table:
                found.append(table)
        return found

    def _table_within(self, block: Sequence[QueuedPlayer], seats: int) -> list[QueuedPlayer]:
        """Return the best table of neighbours with the first and the last of them, or nothing."""
        first, last = block[0], block[-1]
        if not self._fit(first, last):
            return []
        # All have the same distance from first to last, so the longest waiting are worth most.
        for inner in sorted(
            combinations(block[1:-1], seats - 2),
            key=lambda some: -sum(urgency(each.waited_s) for each in some),
        ):
            table = [first, *inner, last]
            if self._all_fit(table):
                return table
        return []

    def _exchange(self, tables: list[list[QueuedPlayer]]) -> None:
        """Let those who are left take places at tables as long as a table is worth more by it."""
        better = True
        while better:
            better = any(self._exchange_one(table) for table in tables)

    def _exchange_one(self, table: list[QueuedPlayer]) -> bool:
        worth = self._worth(table)
        for place, leaves in enumerate(table):
            others = table[:place] + table[place + 1 :]
            for number, comes in enumerate(self.left):
                if self._worth([*others, comes]) > worth + 1e-9 and all(
                    self._fit(comes, each) for each in others
                ):
                    table[place], self.left[number] = comes, leaves
                    return True
        return False

    def _any_table(self, seats: int) -> list[QueuedPlayer]:
        """Return a table among those who are left, whoever waits longest first, or nothing."""
        order = sorted(self.left, key=_turn)
        steps = 0

        def extended(table: list[QueuedPlayer], begin: int) -> list[QueuedPlayer]:
            nonlocal steps
            if len(table) == seats:
                return table
            for number in range(begin, len(order)):
                steps += 1
                if steps > STEPS_MAX:
                    return []
                if all(self._fit(order[number], each) for each in table) and (
                    whole := extended([*table, order[number]], number + 1)
                ):
                    return whole
            return []

        return extended([], 0)

    def _company(self, first: QueuedPlayer, seats: int) -> list[QueuedPlayer]:
        """Return somebody and the nearest who fit, all of them together, up to so many."""
        chosen = [first]
        near = sorted(self.left, key=lambda each: (abs(each.rating - first.rating), *_turn(each)))
        for each in near:
            if len(chosen) == seats:
                break
            if each is not first and all(self._fit(each, other) for other in chosen):
                chosen.append(each)
        return chosen


def nearest_bots(group: Group, bots: Mapping[str, int]) -> list[str]:
    """Return the bots for the free seats of a table: those nearest to its players' mean rating.

    `bots` has the rating of each, from the weakest bot to the strongest. Where none has been rated
    yet all are equally near: then those in the middle of that order come first.
    """
    mean = sum(each.rating for each in group.players) / len(group.players)
    strength = {bot: place for place, bot in enumerate(bots)}
    middle = (len(bots) - 1) / 2
    ranked = sorted(
        bots,
        key=lambda bot: (abs(bots[bot] - mean), abs(strength[bot] - middle), -strength[bot]),
    )
    return ranked[: group.seats - len(group.players)]
