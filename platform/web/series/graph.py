"""The graph of a series, as numbers for an SVG: points after every event. Pure."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from web.axes import nice

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 170, 14, 30
"""Room around the field: for the figures, and on the right for the names."""
LINES = 4
"""About how many lines the upright axis has."""
NAME_STEP = 17.0
"""How far apart names stand at least."""


class Way(NamedTuple):
    """Somebody on the graph: points after each event, from the first on."""

    name: str
    points: Sequence[float]
    mine: bool = False


class Dot(NamedTuple):
    """The points after an event, as they are drawn."""

    x: float
    y: float
    words: str


class Drawn(NamedTuple):
    """A line of the graph."""

    number: int
    """Its style, from 1."""
    name: str
    path: str
    dots: list[Dot]
    label_y: float
    mine: bool


class Graph(NamedTuple):
    """A graph to be drawn."""

    lines: list[Drawn]
    ticks: list[tuple[float, str]]
    """Of the upright axis: the place, and the figure."""
    events: list[tuple[float, str]]
    """Of the other axis: the place, and the number of the event."""


def graph(ways: Sequence[Way], words: Sequence[str]) -> Graph:
    """Return the graph of people who have played events, called by `words`, two at least."""
    count = len(words)
    top = max((max(way.points) for way in ways), default=0) or 1
    low = min(0.0, min((min(way.points) for way in ways), default=0))
    step = nice((top - low) / LINES)
    high, floor = ceil(top / step) * step, -ceil(-low / step) * step

    def across(event: int) -> float:
        return round(LEFT + event / max(1, count - 1) * (WIDTH - LEFT - RIGHT), 1)

    def up(value: float) -> float:
        return round(TOP + (high - value) / (high - floor) * (HEIGHT - TOP - BOTTOM), 1)

    places = spread([up(way.points[-1]) for way in ways])
    lines = []
    for number, (way, place) in enumerate(zip(ways, places, strict=True), start=1):
        dots = [
            Dot(across(event), up(value), f"{way.name}, {words[event]}: {value:g}")
            for event, value in enumerate(way.points)
        ]
        path = "M" + " L".join(f"{dot.x} {dot.y}" for dot in dots)
        lines.append(Drawn(number, way.name, path, dots, place, way.mine))
    values = [floor + each * step for each in range(round((high - floor) / step) + 1)]
    shown = ceil(count / 12)
    events = [(across(each), str(each + 1)) for each in range(0, count, shown)]
    return Graph(lines, [(up(value), f"{value:g}") for value in values], events)


def spread(wanted: Sequence[float]) -> list[float]:
    """Return places for names near those that are wanted, so that none stands on another.

    >>> spread([10.0, 12.0, 100.0])
    [10.0, 27.0, 100.0]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    places = list(wanted)
    for before, at in pairwise(order):
        places[at] = max(places[at], places[before] + NAME_STEP)
    floor = float(HEIGHT - BOTTOM)
    for at in reversed(order):
        places[at] = min(places[at], floor)
        floor = places[at] - NAME_STEP
    return [round(each, 1) for each in places]
