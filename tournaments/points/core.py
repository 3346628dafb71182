"""The contract of a points scheme: what a table's result is worth to each seat. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from tournaments.record import UNITS


class PointsScheme(ABC):
    """A way to give points for a place at a table, in whole units (UNITS to a point)."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    needs_scores: ClassVar[bool] = False
    """Whether a result without the game's scores cannot be counted."""

    @abstractmethod
    def points(self, places: Sequence[int], scores: Sequence[int] | None) -> tuple[int, ...]:
        """Return the units of each seat; equals share the places that they cover."""

    @abstractmethod
    def most(self, size: int) -> int:
        """Return the units of somebody who wins a table of that size alone."""

    def bye(self, size: int) -> int:
        """Return the units of a bye: two thirds of a win, so nobody is punished or envied."""
        return self.most(size) * 2 // 3


def shared(values: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat gets when equals share the values of the places they cover.

    `values` is in units, by place. Exact for up to six who tie, as values are whole points or
    sixtieths of points.
    """
    return tuple(
        sum(values[place - 1 : place - 1 + places.count(place)]) // places.count(place)
        for place in places
    )


def in_points(units: int) -> str:
    """Return units as points for people: 300 is "2.5", 40 is "1/3", 400 is "3 1/3"."""
    sign, whole, rest = "-" if units < 0 else "", *divmod(abs(units), UNITS)
    if not rest:
        return f"{sign}{whole}"
    hundredths, odd = divmod(rest * 100, UNITS)
    if not odd:
        return f"{sign}{whole}.{hundredths:02}".rstrip("0")
    part = f"{rest // _common(rest)}/{UNITS // _common(rest)}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def _common(rest: int) -> int:
    other = UNITS
    while other:
        rest, other = other, rest % other
    return rest
