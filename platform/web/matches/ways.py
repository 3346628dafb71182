"""The way of the scores through a match, as numbers for an SVG: a line for each seat. Pure."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from web.axes import nice
from web.games.narration import People
from web.games.sheets import plain

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 36, 150, 14, 24
"""Room around the field for the numbers, and at the right for badges and names."""
LINES = 4
"""About how many lines the upright axis has."""
APART = 26.0
"""How far apart the names at the ends of the lines are at least."""


class WayLine(NamedTuple):
    """A seat's way."""

    seat: int
    name: str
    is_me: bool
    path: str
    end: float
    """The height at which the line ends."""
    label: float
    """The height at which its name stands."""
    score: str

    @property
    def badge(self) -> float:
        """Return the upper edge of the badge before the name."""
        return self.label - APART / 2


class Way(NamedTuple):
    """The ways of all seats, with the lines of the axes."""

    lines: list[WayLine]
    ticks: list[tuple[float, str]]
    parts: list[tuple[float, int]]
    """Where rounds or nights ended, and their numbers."""
    words: str
    """The same in words."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    label_from: int = WIDTH - RIGHT + 14
    name_from: int = WIDTH - RIGHT + 42


def way(scores: Sequence[Sequence[int]], people: People) -> Way:
    """Return the ways of the seats from scores after each part, all of one length."""
    every = [score for line in scores for score in line]
    step = max(nice((max(every) - min(every) or 1) / LINES), 1.0)
    low = min(every) // step * step
    high = max(-(-max(every) // step) * step, low + step)
    count = len(scores[0])

    def across(part: int) -> float:
        return round(LEFT + part / max(count - 1, 1) * (WIDTH - LEFT - RIGHT), 1)

    def up(score: float) -> float:
        return round(TOP + (high - score) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    ends = [up(line[-1]) for line in scores]
    labels = spread(ends)
    lines = [
        WayLine(
            seat,
            people.name(seat),
            seat == people.me,
            "M" + " L".join(f"{across(part)} {up(score)}" for part, score in enumerate(line)),
            ends[seat],
            labels[seat],
            plain(line[-1]),
        )
        for seat, line in enumerate(scores)
    ]
    values = [low + number * step for number in range(round((high - low) / step) + 1)]
    ticks = [(up(value), plain(int(value))) for value in values]
    return Way(lines, ticks, _parts(count, across), _words(scores, people))


def _words(scores: Sequence[Sequence[int]], people: People) -> str:
    """Return each seat's scores in a row, for whoever sees no lines."""
    return "; ".join(
        f"{people.name(seat)} {', '.join(plain(score) for score in line)}"
        for seat, line in enumerate(scores)
    )


def _parts(count: int, across: Callable[[int], float]) -> list[tuple[float, int]]:
    """Return which parts the lower axis names: all of a few, else every so many."""
    every = max(1, -(-(count - 1) // 12))
    return [(across(part), part) for part in range(every, count, every)]


def spread(heights: Sequence[float]) -> list[float]:
    """Return where names stand that want to stand at heights, none too near to another.

    >>> spread([100.0, 100.0, 20.0])
    [87.0, 113.0, 20.0]
    """
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    places = [heights[seat] for seat in order]
    for _round in range(2 * len(places)):
        for at in range(1, len(places)):
            near = APART - (places[at] - places[at - 1])
            if near > 0:
                places[at - 1] -= near / 2
                places[at] += near / 2
    # Who would stand above or below the drawing pushes the others.
    least = APART / 2
    for at, place in enumerate(places):
        places[at] = max(place, least)
        least = places[at] + APART
    most = HEIGHT - APART / 2
    for at in reversed(range(len(places))):
        places[at] = min(places[at], most)
        most = places[at] - APART
    return [round(places[order.index(seat)], 1) for seat in range(len(heights))]
