"""Places that follow from scores, and places that contradict them. Pure."""

from collections.abc import Sequence
from itertools import permutations


def places_by(scores: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's place by its score, the highest first; equal ones share a place.

    >>> places_by((21, 9, 21, -3))
    (1, 3, 1, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def contradiction(
    places: Sequence[int], scores: Sequence[int], *, equal_share: bool
) -> tuple[int, int] | None:
    """Return two seats of which the first has more, or as much, and yet the worse place.

    Equal scores are no reason for one place where a game has more to tell them apart by.
    """
    for first, second in permutations(range(len(scores)), 2):
        is_worse = places[first] > places[second]
        if scores[first] > scores[second] and places[first] >= places[second]:
            return first, second
        if is_worse and scores[first] == scores[second] and equal_share:
            return first, second
    return None


def with_last(places: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """Return places in which some seats come behind all others, who move up.

    >>> with_last((2, 1, 3, 4), [1])
    (1, 4, 2, 3)
    """
    keys = [(seat in last, place) for seat, place in enumerate(places)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
