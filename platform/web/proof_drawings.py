"""What a proof shows to whom, and what not: the sentence and the drawing of a page."""

from collections.abc import Sequence
from typing import NamedTuple

APART = 38
"""Between two dots of a drawing."""
DOTS_MAX = 9
"""Dots of a drawing; of more the last ones."""
WIDTH = 700


class Dot(NamedTuple):
    """One of what comes between the first box of a drawing and the last."""

    x: int
    number: int
    chance: str
    """`share`, `draw`, `said`, `away` or `none`: which look it has."""


class Proof(NamedTuple):
    """What a page says of a proof."""

    sentence: str
    shows: str
    """The drawing in words."""
    first: str
    """In the box that it begins with."""
    last: str
    between: str
    """What the dots are."""
    dots: Sequence[Dot] = ()
    key: Sequence[tuple[str, str]] = ()
    """What each look of a dot means."""
    beacon: str = ""
    """In the box of the public random number; empty where there is none."""


def dots(numbers: Sequence[int], chance: str) -> list[Dot]:
    """Return the dots of one look, in the middle of a drawing."""
    last = numbers[-DOTS_MAX:]
    begins = (WIDTH - APART * (len(last) - 1)) // 2
    return [Dot(begins + APART * place, number, chance) for place, number in enumerate(last)]
