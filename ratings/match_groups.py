"""Who of those that wait should play together. Pure.

Everybody accepts opponents within a window of rating that widens while they wait: 100 points at
first, 600 after a minute (of Elo; as far apart in other systems).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

WINDOW_FIRST = 1.0
"""In spreads of the rating system."""
WINDOW_LAST = 6.0
WIDE_AFTER_S = 60.0


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

    >>> window(0, 100_000), window(30, 100_000), window(600, 100_000)
    (100000.0, 350000.0, 600000.0)
    """
    part = min(1.0, waited_s / WIDE_AFTER_S)
    return spread * (WINDOW_FIRST + (WINDOW_LAST - WINDOW_FIRST) * part)


def form_groups(
    waiting: Sequence[QueuedPlayer],
    *,
    spread: int,
    bots_after_s: float | None,
    bots: int,
    apart: Collection[frozenset[str]] = (),
) -> list[Group]:
    """Return the tables that can begin; who has waited longest chooses first.

    Two fit when they want the same number of players and clock, and one of them accepts the other.
    After bots_after_s up to `bots` free seats may go to bots; None: never. The two keys of a pair
    in `apart` are never together.
    """
    left = sorted(waiting, key=lambda each: (-each.waited_s, each.key))
    found = []
    while left:
        first = left.pop(0)
        near = sorted(
            (each for each in left if fits(first, each, spread)),
            key=lambda each: (abs(each.rating - first.rating), -each.waited_s, each.key),
        )
        near = _in_company(first, near, apart)
        missing = first.seats - 1 - len(near)
        with_bots = bots_after_s is not None and first.waited_s >= bots_after_s
        if missing == 0 or (with_bots and missing <= bots):
            found.append(Group([first, *near], first.seats))
            left = [each for each in left if each not in near]
    return found


def _in_company(
    first: QueuedPlayer, near: Sequence[QueuedPlayer], apart: Collection[frozenset[str]]
) -> list[QueuedPlayer]:
    """Return as many of those near as there are seats, the nearest first, no two of them apart."""
    chosen = [first]
    for each in near:
        is_free = all(frozenset((each.key, other.key)) not in apart for other in chosen)
        if is_free and len(chosen) < first.seats:
            chosen.append(each)
    return chosen[1:]


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


def fits(one: QueuedPlayer, other: QueuedPlayer, spread: int) -> bool:
    """Return whether two may sit at one table."""
    if one.seats != other.seats:
        return False
    widest = rating_window(max(one.waited_s, other.waited_s), spread)
    return abs(one.rating - other.rating) <= widest
