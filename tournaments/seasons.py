"""Who plays in which division of the next season. Pure.

In this order: who has left is taken out, the last of each division fall, the first of the one below
rise, and then places that are empty are filled from below.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.record import Entrant

PROMOTED, RELEGATED, FILLED, PUSHED = "promoted", "relegated", "filled", "pushed"


class Move(NamedTuple):
    """Somebody who changes division; divisions count from 1, the best."""

    entrant: Entrant
    before: int
    after: int
    why: str
    """promoted or relegated; filled where a place was empty above, pushed where one was lacking."""


class Season(NamedTuple):
    """The next season."""

    order: tuple[Entrant, ...]
    """Best first; divisions are cut from it."""
    moves: tuple[Move, ...]
    left: tuple[Entrant, ...]
    """Who does not come along."""


def next_season(
    divisions: Sequence[Sequence[Entrant]],
    here: Callable[[Entrant], bool],
    move: int,
    cut: Callable[[int], Sequence[int]],
) -> Season:
    """Return the next season from divisions whose members stand in their final order.

    `here` tells who comes along, `cut` the sizes of the divisions of so many. From a division no
    more than half of it rise or fall.
    """
    kept = [[each for each in division if here(each)] for division in divisions]
    left = tuple(each for division in divisions for each in division if not here(each))
    risers: list[list[Entrant]] = [[]]
    fallers: list[list[Entrant]] = []
    for upper, lower in pairwise(kept):
        count = min(move, len(upper) // 2, len(lower) // 2)
        fallers.append(upper[len(upper) - count :])
        risers.append(lower[:count])
    fallers.append([])
    order: list[Entrant] = []
    fallen: list[Entrant] = []
    for number, division in enumerate(kept):
        away = {*risers[number], *fallers[number]}
        stay = [each for each in division if each not in away]
        rising = risers[number + 1] if number + 1 < len(kept) else []
        order += [*fallen, *stay, *rising]
        fallen = fallers[number]
    whys = {each: PROMOTED for group in risers for each in group} | {
        each: RELEGATED for group in fallers for each in group
    }
    return Season(tuple(order), tuple(_moves(divisions, order, cut(len(order)), whys)), left)


def _moves(
    before: Sequence[Sequence[Entrant]],
    order: Sequence[Entrant],
    sizes: Sequence[int],
    whys: Mapping[Entrant, str],
) -> list[Move]:
    home = {each: number for number, division in enumerate(before, start=1) for each in division}
    places = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    found = []
    for entrant, after in zip(order, places, strict=True):
        if home[entrant] != after:
            rose = after < home[entrant]
            plain = FILLED if rose else PUSHED
            why = whys.get(entrant, plain)
            fits = why == (PROMOTED if rose else RELEGATED)
            found.append(Move(entrant, home[entrant], after, why if fits else plain))
    return found
