"""What a lair is worth."""

from collections.abc import Sequence


def rank_value(lair: Sequence[int]) -> tuple[int, ...]:
    """Return what places a seat: its counts from the second to the sixth, the highest first.

    The most numerous suit never counts (SS-38); of two equal top suits one is disregarded and
    the other is the second (SS-37). Who is equal to the sixth shares the victory (SS-39).

    >>> rank_value([4, 4, 0, 3, 0, 3])
    (4, 3, 3, 0, 0)
    """
    return tuple(sorted(lair, reverse=True)[1:])


def score(lair: Sequence[int]) -> int:
    """Return the number of chips of the second most numerous suit, 0 if there is one (SS-40)."""
    return sorted(lair)[-2]
