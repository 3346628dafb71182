"""How a ranking becomes places. Pure."""

from collections.abc import Sequence
from typing import TypeVar

RankT = TypeVar("RankT", int, tuple[int, ...])


def placings(ranking: Sequence[RankT], last: Sequence[Sequence[int]] = ()) -> tuple[int, ...]:
    """Return each seat's place from 1 by its rank value, highest first; equal values share.

    The seats in `last`, in the order in which they left, are placed behind all others: the first
    to leave is last, and those that left together share a place.

    >>> placings((31, 12, 12, -5))
    (1, 2, 2, 4)
    >>> placings((31, 12, 12, -5), last=[[0], [2]])
    (4, 1, 3, 2)
    >>> placings((31, 12, 12, -5), last=[[0, 2]])
    (3, 1, 3, 2)
    """
    places: dict[int, int] = {}
    ahead = len(ranking)
    for group in last:
        ahead -= len(group)
        places |= dict.fromkeys(group, ahead + 1)
    stayed = [value for seat, value in enumerate(ranking) if seat not in places]
    return tuple(
        places[seat] if seat in places else 1 + sum(other > value for other in stayed)
        for seat, value in enumerate(ranking)
    )
