"""Points of one's own: any list for each size of table, with a share of the game's score. Pure.

Written as text, which is the scheme's id: `3: 5 1 0; 4: 5 1 0 0` has a list for tables of three and
of four, the first place first; a new line does as well as a semicolon. `4: 15 5 -5 -15; score /
1000 from 30000` adds the points of the game's score beyond 30,000, a thousand to a point: what
mahjong calls uma and oka.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from games.messages import Message, join
from tournaments.points.core import PointsScheme, in_points, shared
from tournaments.record import UNITS

LENGTH_MAX = 400
"""Characters of the text."""
POINTS_MAX = 10_000
PER_POINT_MAX = 1_000_000
PART_SHOWN, NUMBER_SHOWN = 40, 20
"""Characters of what is wrong, in a refusal."""
SIZES = range(2, 7)

_BETWEEN = re.compile(r"[;\r\n]+")
_TABLE = re.compile(r"(\d)\s*:\s*(.+)", re.ASCII | re.DOTALL)
_SCORE = re.compile(r"score\s*/\s*(\d{1,7})(?:\s+from\s+(-?\d{1,7}))?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,5}(?:\.\d{1,3}|/[1-9]\d{0,2})?", re.ASCII)


class PointsError(ValueError):
    """A text describes no points; its message says how to write them."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class OwnPoints(PointsScheme):
    """Lists of points by size of table."""

    title = "Own points"
    about = "A list of points for each size of table, such as 5 1 0 0."

    def __init__(
        self, values: Mapping[int, tuple[int, ...]], per_point: int = 0, start: int = 0
    ) -> None:
        """Take units by place for each size, and what of the game's score makes a point."""
        self.values = values
        self.per_point, self.start = per_point, start
        self.needs_scores = bool(per_point)  # type: ignore[misc] # Of this scheme, not of its kind.
        lists = [
            f"{size}: {' '.join(map(_written, places))}" for size, places in sorted(values.items())
        ]
        score = [f"score / {per_point} from {start}"] if per_point else []
        self.id = "; ".join([*lists, *score])  # type: ignore[misc] # As needs_scores.
        self.title = self.id  # type: ignore[misc] # As needs_scores.

    def points(self, places: Sequence[int], scores: Sequence[int] | None) -> tuple[int, ...]:
        """Return the places' points, shared by equals, and those of the score."""
        units = shared(self.list_of(len(places)), places)
        if not self.per_point:
            return units
        if scores is None or len(scores) != len(places):
            message = "the game's score counts, so every seat needs one"
            raise ValueError(message)
        return tuple(
            own + (score - self.start) * UNITS // self.per_point
            for own, score in zip(units, scores, strict=True)
        )

    def most(self, size: int) -> int:
        """Return the first place's points, without those of the score."""
        return self.list_of(size)[0]

    def list_of(self, size: int) -> tuple[int, ...]:
        """Return the units of each place; where no list is given, those of the next larger one."""
        larger = [each for each in sorted(self.values) if each >= size]
        found = self.values[larger[0] if larger else max(self.values)]
        return (*found, *(found[-1],) * size)[:size]

    def bye(self, size: int) -> int:
        """Return two thirds of a win, and no less than the mean of a table."""
        mean = sum(self.list_of(size)) // size
        return max(super().bye(size), mean)


class Chosen:
    """What forms offer beside the known schemes: a text of one's own."""

    id = "own"
    title = OwnPoints.title
    about = OwnPoints.about


def _written(units: int) -> str:
    """Return units as they are written in a list: whole points, or an exact part."""
    exact = Fraction(units, UNITS)
    return str(exact) if exact.denominator in {3, 6} else in_points(units)


@cache
def parse(text: str) -> OwnPoints:
    """Return the scheme that a text describes; raises PointsError, which says how to write it."""
    if len(text) > LENGTH_MAX:
        raise _refused(Message("the points are longer than %(most)s characters", most=LENGTH_MAX))
    values: dict[int, tuple[int, ...]] = {}
    per_point, start = 0, 0
    for part in filter(None, (each.strip() for each in _BETWEEN.split(text))):
        score = _SCORE.fullmatch(part)
        if score is not None and not per_point:
            per_point, start = int(score[1]), int(score[2] or 0)
            if not 1 <= per_point <= PER_POINT_MAX:
                raise _refused(Message("a point must be at least one of the game's score"))
            continue
        table = _TABLE.fullmatch(part)
        size = 0 if table is None else int(table[1])
        if table is None or size not in SIZES or size in values:
            raise _refused(Message("“%(part)s” is not a list of points", part=part[:PART_SHOWN]))
        values[size] = _places(size, table[2].replace(",", " ").split())
    if not values:
        raise _refused(Message("there is no list of points"))
    return OwnPoints(values, per_point, start)


def units_of(number: str) -> int | None:
    """Return the units of a number of points as people write it; None for what is none.

    >>> units_of("5"), units_of("0.5"), units_of("1/3"), units_of("0.001")
    (600, 60, 40, None)
    """
    if not _NUMBER.fullmatch(number):
        return None
    value = Fraction(number) * UNITS
    return int(value) if value.denominator == 1 and abs(value) <= POINTS_MAX * UNITS else None


def _places(size: int, numbers: Sequence[str]) -> tuple[int, ...]:
    """Return the units of each place; places that are not named get nothing."""
    if len(numbers) > size:
        raise _refused(
            Message("a table of %(size)s has no %(count)s places", size=size, count=len(numbers))
        )
    found = []
    for number in numbers:
        units = units_of(number)
        if units is None:
            raise _refused(
                Message("“%(number)s” is not a number of points", number=number[:NUMBER_SHOWN])
            )
        found.append(units)
    found += [0] * (size - len(found))
    if any(better < worse for better, worse in pairwise(found)):
        raise _refused(Message("a better place must not have fewer points"))
    return tuple(found)


def _refused(message: Message) -> PointsError:
    how = Message(
        "write a list for each size of table, the first place first, as in 3: 5 1 0; 4: 5 1 0 0,"
        " in whole points or parts such as 0.5 or 1/3"
    )
    return PointsError(join("; ", [message, how]))
