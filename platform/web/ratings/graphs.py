"""The graph of a rating, as numbers for an SVG: a point for every match, axes that fit. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil, floor
from typing import NamedTuple

from web.axes import nice

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 54, 10, 12, 30
"""Room around the field for the numbers."""
LINES = 5
"""About how many lines either axis has."""
SPAN_MIN = 40.0
"""The least that the upright axis shows, in hundredths of a spread of the rating."""
HOUR_S = 3600
DAY_S = 24 * HOUR_S
STEPS_S = (
    *(60, 300, 900, 1800, HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S),
    *(DAY_S, 2 * DAY_S, 7 * DAY_S, 14 * DAY_S, 30 * DAY_S, 91 * DAY_S, 182 * DAY_S, 365 * DAY_S),
)
"""How far apart the dates of an axis may stand."""


class Played(NamedTuple):
    """A match on the graph."""

    at: datetime
    rating: float
    words: str


class Point(NamedTuple):
    """A match as it is drawn."""

    x: float
    y: float
    words: str


class Tick(NamedTuple):
    """A line of an axis."""

    place: float
    value: float


class Date(NamedTuple):
    """A date of an axis."""

    place: float
    at: datetime
    is_hour: bool
    """Whether the hour tells more than the day."""


class Graph(NamedTuple):
    """A graph to be drawn."""

    points: list[Point]
    path: str
    """The line through the points, as SVG has it."""
    ratings: list[Tick]
    dates: list[Date]
    seasons: list[tuple[float, str]]
    """Where a season closed, and its name."""
    adjusted: list[tuple[float, str]]
    """Where the rating was moved by hand, and how."""


def graph(
    played: Sequence[Played],
    *,
    spread: float,
    seasons: Sequence[tuple[datetime, str]] = (),
    adjusted: Sequence[tuple[datetime, str]] = (),
) -> Graph:
    """Return the graph of matches in the order of their times, one at least."""
    span = max(
        max(each.rating for each in played) - min(each.rating for each in played),
        SPAN_MIN * spread / 100,
    )
    step = nice(span / LINES)
    low = floor(min(each.rating for each in played) / step) * step
    high = max(ceil(max(each.rating for each in played) / step) * step, low + 2 * step)
    # A rating moved after the last match is on the graph as well: the next one begins with it.
    first, last = around(played[0].at, max([played[-1].at, *(at for at, _words in adjusted)]))

    def across(at: datetime) -> float:
        return round(LEFT + (at - first) / (last - first) * (WIDTH - LEFT - RIGHT), 1)

    def up(value: float) -> float:
        return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    points = [Point(across(each.at), up(each.rating), each.words) for each in played]
    count = round((high - low) / step)
    return Graph(
        points,
        "M" + " L".join(f"{point.x} {point.y}" for point in points),
        [Tick(up(low + number * step), low + number * step) for number in range(count + 1)],
        [Date(across(at), at, is_hour) for at, is_hour in dates(first, last)],
        [(across(at), name) for at, name in seasons if first < at < last],
        [(across(at), words) for at, words in adjusted if first < at < last],
    )


def around(first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """Return the span of time of a graph: a little more than the matches, an hour at least."""
    room = max((last - first) * 0.02, timedelta(minutes=1))
    short = max(timedelta(hours=1) - (last - first), timedelta(0)) / 2
    return first - room - short, last + room + short


def dates(first: datetime, last: datetime) -> Iterator[tuple[datetime, bool]]:
    """Yield the dates of an axis, evenly apart, and whether they fall within a day."""
    span_s = (last - first).total_seconds()
    step_s = next((each for each in STEPS_S if span_s / each <= LINES + 1), None)
    if step_s is None:
        step_s = ceil(span_s / LINES / STEPS_S[-1]) * STEPS_S[-1]
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    number = ceil((first - midnight).total_seconds() / step_s)
    while (at := midnight + timedelta(seconds=number * step_s)) <= last:
        yield at, step_s < DAY_S
        number += 1
