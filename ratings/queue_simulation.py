"""People who search for matches, in memory: how long they wait, and how far apart tables are.

They come at random (a Poisson process), with ratings as on a ladder, and go away when nobody has
been found for a while. The queue is looked at as often as `services.matchmaking` does. Two ways to
form tables get the very same arrivals.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import ceil
from random import Random
from typing import NamedTuple

from ratings.match_groups import Group, QueuedPlayer, fits, form_groups

SPREAD = 100_000
"""Steps between two players of whom the better one takes about two thirds, as Elo has it."""
RATINGS = (1500, 200)
"""Mean and deviation of the players' ratings, in points."""
LOOK_S = 2.0
"""Seconds between two looks at the queue."""
PATIENCE_S = 900.0
"""After how long somebody gives up."""
CROWDS = {"quiet": 1.0, "evening": 6.0, "busy": 30.0}
"""How many come in a minute."""

Way = Callable[[Sequence[QueuedPlayer]], list[Group]]


class Arrival(NamedTuple):
    """Somebody who begins to search."""

    at_s: float
    key: str
    rating: int
    seats: int


class Outcome(NamedTuple):
    """What came of it."""

    waits_s: list[float]
    """Of everybody who got a table."""
    spreads: list[float]
    """Between the best and the weakest player of each table, in points."""
    left: int
    """Who gave up."""
    outside: int
    """Pairs at a table of whom neither accepted the other."""


def whole_queue(waiting: Sequence[QueuedPlayer]) -> list[Group]:
    """Form tables as ladders do."""
    return form_groups(waiting, spread=SPREAD, bots_after_s=None, bots=0)


def first_come(waiting: Sequence[QueuedPlayer]) -> list[Group]:
    """Form tables as ladders did: the longest waiting takes the nearest whom it fits."""
    left = sorted(waiting, key=lambda each: (-each.waited_s, each.key))
    found = []
    while left:
        first = left.pop(0)
        near = sorted(
            (each for each in left if fits(first, each, SPREAD)),
            key=lambda each: (abs(each.rating - first.rating), -each.waited_s, each.key),
        )[: first.seats - 1]
        if len(near) == first.seats - 1:
            found.append(Group([first, *near], first.seats))
            left = [each for each in left if each not in near]
    return found


WAYS: dict[str, Way] = {"first come": first_come, "whole queue": whole_queue}


def arrivals(
    a_minute: float, *, hours: float, seats: Sequence[int], seed: int
) -> Iterator[Arrival]:
    """Yield who comes, in order."""
    rng = Random(f"{seed} {a_minute}")  # noqa: S311 - Figures are to come out alike.
    at_s, number = rng.expovariate(a_minute / 60), 0
    while at_s < hours * 3600:
        rating = round(1000 * rng.gauss(*RATINGS))
        yield Arrival(at_s, f"{number:06}", rating, rng.choice(seats))
        at_s, number = at_s + rng.expovariate(a_minute / 60), number + 1


def simulated(coming: Sequence[Arrival], way: Way) -> Outcome:
    """Let everybody come, wait, and play or give up."""
    outcome = Outcome([], [], 0, 0)
    waiting: list[Arrival] = []
    ahead = list(reversed(coming))
    now = 0.0
    while ahead or waiting:
        # Where nobody waits nothing happens until the next one comes.
        now = now + LOOK_S if waiting else LOOK_S * ceil(ahead[-1].at_s / LOOK_S)
        while ahead and ahead[-1].at_s <= now:
            waiting.append(ahead.pop())
        here = [each for each in waiting if now - each.at_s < PATIENCE_S]
        outcome = outcome._replace(left=outcome.left + len(waiting) - len(here))
        groups = way([QueuedPlayer(e.key, e.rating, e.seats, now - e.at_s) for e in here])
        gone = {player.key for group in groups for player in group.players}
        waiting = [each for each in here if each.key not in gone]
        for group in groups:
            ratings = [player.rating for player in group.players]
            outcome.spreads.append((max(ratings) - min(ratings)) / 1000)
            outcome.waits_s.extend(player.waited_s for player in group.players)
        outcome = outcome._replace(outside=outcome.outside + sum(map(pairs_outside, groups)))
    return outcome


def pairs_outside(group: Group) -> int:
    """Return how many pairs of a table are outside both their windows."""
    pairs = combinations(group.players, 2)
    return sum(not fits(one, other, SPREAD) for one, other in pairs)


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value that such a part of them do not exceed; 0 where there are none.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.95), percentile([], 0.5)
    (2, 4, 0.0)
    """
    ranked = sorted(values)
    return ranked[max(0, ceil(part * len(ranked)) - 1)] if ranked else 0.0
