"""How everybody who held the same cards fared, as a drawing: a dot for each. Pure."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

WIDTH = 700
HEIGHT = 190
EDGE = 24
BASE = 150
"""Where the axis lies."""
COLUMNS = 40
RADIUS_MAX = 7.0


class Dot(NamedTuple):
    """A go at the deal."""

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
    low: float
    high: float
    median: float


def plot(margins: Sequence[float], mine: float | None) -> Plot | None:
    """Return the drawing of some margins, one of which may be the reader's; None of none."""
    if not margins:
        return None
    low, high = min(margins), max(margins)
    begin, end = _around(low, high)
    per_column = (end - begin) / COLUMNS
    columns = [min(int((each - begin) / per_column), COLUMNS - 1) for each in margins]
    most = max(Counter(columns).values())
    radius = min(RADIUS_MAX, (BASE - 12) / (2 * most), (WIDTH - 2 * EDGE) / (2 * COLUMNS))
    dots, stacked, shown = [], Counter[int](), False
    for each, column in zip(margins, columns, strict=True):
        x = EDGE + (column + 0.5) * (WIDTH - 2 * EDGE) / COLUMNS
        y = BASE - radius * (2 * stacked[column] + 1)
        stacked[column] += 1
        is_mine = not shown and mine is not None and each == mine
        shown = shown or is_mine
        dots.append(Dot(round(x, 1), round(y, 1), is_mine))
    ticks = [Tick(_x(value, begin, end), value) for value in _figures(begin, end)]
    middle = median(margins)
    return Plot(dots, round(radius, 2), ticks, _x(middle, begin, end), low, high, middle)


def _around(low: float, high: float) -> tuple[float, float]:
    """Return bounds with some room beside the lowest and the highest."""
    room = max((high - low) * 0.06, 1.0)
    return low - room, high + room


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
