"""How everybody who held the same cards fared, as a drawing: a dot for each."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from deals.selectors import Spread

WIDTH = 700
HEIGHT = 190
EDGE = 24
BASE = 150
"""Where the axis lies."""
COLUMNS = 40
RADIUS_MAX = 7.0
DOTS_MAX = 400
"""About so many are drawn: of more players a dot stands for several."""


class Dot(NamedTuple):
    """A go at the deal, or several."""

    x: float
    y: float
    is_mine: bool


class Tick(NamedTuple):
    """A figure beneath the axis."""

    x: float
    value: int


class Plot(NamedTuple):
    """The drawing."""

    dots: Sequence[Dot]
    radius: float
    ticks: Sequence[Tick]
    middle: float
    """Where the median is."""
    spread: Spread
    per_dot: int
    """How many players a dot stands for, at most."""


def scale(spread: Spread) -> tuple[float, float]:
    """Return where the columns of the drawing begin, and how wide each is."""
    begin, end = _around(spread)
    return begin, (end - begin) / COLUMNS


def plot(spread: Spread, heights: Mapping[int, int], mine: float | None) -> Plot:
    """Return the drawing of the margins of each column, one of which may be the reader's."""
    begin, width = scale(spread)
    per_dot = ceil(spread.players / DOTS_MAX)
    stacks = {column: ceil(count / per_dot) for column, count in heights.items()}
    radius = min(
        RADIUS_MAX, (BASE - 12) / (2 * max(stacks.values())), (WIDTH - 2 * EDGE) / (2 * COLUMNS)
    )
    own = None if mine is None else int((mine - begin) / width)
    dots = [
        Dot(
            round(EDGE + (column + 0.5) * (WIDTH - 2 * EDGE) / COLUMNS, 1),
            round(BASE - radius * (2 * above + 1), 1),
            column == own and not above,
        )
        for column, stacked in stacks.items()
        for above in range(stacked)
    ]
    end = begin + width * COLUMNS
    ticks = [Tick(_x(value, begin, end), value) for value in _figures(begin, end)]
    middle = _x(spread.median, begin, end)
    return Plot(dots, round(radius, 2), ticks, middle, spread, per_dot)


def _around(spread: Spread) -> tuple[float, float]:
    """Return bounds with some room beside the lowest and the highest."""
    room = max((spread.high - spread.low) * 0.06, 1.0)
    return spread.low - room, spread.high + room


def _x(value: float, begin: float, end: float) -> float:
    return round(EDGE + (WIDTH - 2 * EDGE) * (value - begin) / (end - begin), 1)


def _figures(begin: float, end: float) -> list[int]:
    """Return about six whole figures in even steps."""
    step = next(
        each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (end - begin) / each <= 7
    )
    first = -(-begin // step) * step
    count = int((end - first) // step) + 1
    return [int(first + step * each) for each in range(count)]
