"""Bars as SVG, drawn on the server: they need no script, and every number is also in a table."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 640, 180
"""Of the plot, in units of the drawing."""
LEFT, RIGHT, TOP, BOTTOM = 44, 28, 12, 32
"""Around it: room for the numbers on the left and the labels below."""
GAP = 0.25
"""Of a bar's room, left free."""
LABELS_MAX = 7


class Series(NamedTuple):
    """Numbers of one colour, one for each label."""

    name: str
    values: Sequence[int]

    @property
    def total(self) -> int:
        """All of them together."""
        return sum(self.values)


class BarSegment(NamedTuple):
    """A part of a bar."""

    x: float
    y: float
    width: float
    height: float
    number: int
    """Of the series, from 1: says the colour."""
    text: str


class AxisLabel(NamedTuple):
    """A text at a place."""

    x: float
    y: float
    text: str


class Bars(NamedTuple):
    """Everything that a template draws."""

    title: str
    summary: str
    view: str
    boxes: list[BarSegment]
    below: list[AxisLabel]
    beside: list[AxisLabel]
    series: Sequence[Series]
    rows: list[tuple[str, list[int]]]
    """Of the table: a label, and a number for each series; rows of nothing are left out."""
    right: int = LEFT + WIDTH
    left: int = LEFT


def bars(title: str, labels: Sequence[str], series: Sequence[Series]) -> Bars:
    """Return stacked bars, one for each label."""
    columns = list(zip(*(each.values for each in series), strict=True))
    most = ceiling(max(map(sum, columns), default=0))
    total = sum(each.total for each in series)
    step = WIDTH / len(labels)
    every = -(-len(labels) // LABELS_MAX)
    return Bars(
        title=title,
        summary=f"{title}: {total} in all, at most {max(map(sum, columns), default=0)} at once.",
        view=f"0 0 {LEFT + WIDTH + RIGHT} {TOP + HEIGHT + BOTTOM}",
        boxes=list(boxes(labels, series, most)),
        below=[
            AxisLabel(round(LEFT + (number + 0.5) * step, 1), TOP + HEIGHT + 22, label)
            for number, label in enumerate(labels)
            if (len(labels) - 1 - number) % every == 0
        ],
        beside=[
            AxisLabel(LEFT - 8, round(TOP + HEIGHT * (1 - part), 1), f"{most * part:g}")
            for part in (0, 0.5, 1)
        ],
        series=series,
        rows=[
            (label, list(column))
            for label, column in zip(labels, columns, strict=True)
            if sum(column)
        ],
    )


def boxes(labels: Sequence[str], series: Sequence[Series], most: int) -> Iterator[BarSegment]:
    """Yield the parts of all bars, from the bottom up."""
    step = WIDTH / len(labels)
    for number, label in enumerate(labels):
        level = float(TOP + HEIGHT)
        for colour, each in enumerate(series, start=1):
            value = each.values[number]
            if not value:
                continue
            height = HEIGHT * value / most
            level -= height
            x = LEFT + step * (number + GAP / 2)
            text = f"{label}: {value} {each.name}"
            yield BarSegment(
                round(x, 1),
                round(level, 1),
                round(step * (1 - GAP), 1),
                round(height, 1),
                colour,
                text,
            )


def ceiling(most: int) -> int:
    """Return a round even number that is no less, for the top of the scale.

    >>> [ceiling(most) for most in (0, 3, 9, 12, 61, 4321)]
    [2, 4, 10, 20, 80, 6000]
    """
    size = 1
    while True:
        for step in (2, 4, 6, 8, 10):
            if most <= step * size:
                return step * size
        size *= 10
