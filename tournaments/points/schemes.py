"""The points schemes that organisers know. Pure.

Sources: "hig" is Hans im Glück's for Carcassonne qualifiers, "vekn" the V:EKN tournament rules'
table points, "three_two_one" the common 3-2-1-0.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tournaments.points.core import PointsScheme, shared
from tournaments.record import UNITS

MARGIN_MOST = 100
"""Points of the largest margin that counts."""


class Normalised(PointsScheme):
    """(n - place) / (n - 1): one point for a win, nothing for the last place, at any table."""

    id = "normalised"
    title = "Share of players beaten"
    about = "(n - place) / (n - 1): a win is 1, the last place 0, the mean 1/2 at every size."

    def points(self, places: Sequence[int], scores: Sequence[int] | None) -> tuple[int, ...]:  # noqa: ARG002
        """Return shares of UNITS."""
        size = len(places)
        if size == 1:
            return (UNITS,)
        return shared(
            [(size - place) * UNITS // (size - 1) for place in range(1, size + 1)], places
        )

    def most(self, size: int) -> int:  # noqa: ARG002
        """Return one point."""
        return UNITS


class ByPlace(PointsScheme):
    """A list of points for the places, one list a size of table."""

    values: ClassVar[Mapping[int, tuple[int, ...]]]
    """Points by place, by the size of the table."""

    def points(self, places: Sequence[int], scores: Sequence[int] | None) -> tuple[int, ...]:  # noqa: ARG002
        """Return the places' points, shared by equals."""
        return shared([value * UNITS for value in self.values[len(places)]], places)

    def most(self, size: int) -> int:
        """Return the first place's points."""
        return self.values[size][0] * UNITS


class Hig(ByPlace):
    """5-3-2-1, and 5-3-1 at three."""

    id = "hig"
    title = "5-3-2-1"
    about = "5-3-2-1 at four, 5-3-1 at three; every place counts."
    values: ClassVar = {
        1: (5,),
        2: (5, 1),
        3: (5, 3, 1),
        4: (5, 3, 2, 1),
        5: (5, 3, 2, 1, 0),
        6: (5, 3, 2, 1, 0, 0),
    }


class ThreeTwoOne(ByPlace):
    """One point for every player beaten, and never less than nothing."""

    id = "three_two_one"
    title = "3-2-1-0"
    about = "n - place: one point for every player who is placed behind."
    values: ClassVar = {size: tuple(range(size - 1, -1, -1)) or (0,) for size in range(1, 7)}

    def most(self, size: int) -> int:
        """Return the first place's points."""
        return (size - 1) * UNITS


class Vekn(ByPlace):
    """60-48-36-24-12; smaller tables drop the middle places."""

    id = "vekn"
    title = "60-48-36-24-12"
    about = "V:EKN's table points: every size of table has the mean of 36."
    values: ClassVar = {
        1: (36,),
        2: (48, 24),
        3: (60, 36, 12),
        4: (60, 48, 24, 12),
        5: (60, 48, 36, 24, 12),
        6: (60, 48, 36, 36, 24, 12),
    }


class Wins(ByPlace):
    """A point for a win, nothing else."""

    id = "wins"
    title = "Wins only"
    about = "One point for a win; players who share first place share the point."
    values: ClassVar = {size: (1, *(0,) * (size - 1)) for size in range(1, 7)}


class Margin(PointsScheme):
    """How a seat fared with its cards, beside all who held them: by `shared_deals.units`."""

    id = "margin"
    title = "Margin with the same cards"
    about = (
        "From 0 to 100: a player's score minus the average of the others at the table, compared "
        "with everyone who held the same cards; 50 is on a par with them."
    )

    def points(self, places: Sequence[int], scores: Sequence[int] | None) -> tuple[int, ...]:  # noqa: ARG002
        """Return what a bye brings: of a table that has no scores nothing else is known."""
        return (self.bye(len(places)),) * len(places)

    def most(self, size: int) -> int:  # noqa: ARG002
        """Return the points of a margin at the cut."""
        return MARGIN_MOST * UNITS

    def bye(self, size: int) -> int:
        """Return half of the most: as much as who is like everyone else has."""
        return self.most(size) // 2


class GameScore(PointsScheme):
    """The game's own score."""

    id = "game_score"
    title = "Game score"
    about = "The sum of the game scores."
    needs_scores = True

    def points(self, places: Sequence[int], scores: Sequence[int] | None) -> tuple[int, ...]:
        """Return the scores as points; ValueError without scores."""
        if scores is None or len(scores) != len(places):
            message = "the game's score counts, so every seat needs one"
            raise ValueError(message)
        return tuple(score * UNITS for score in scores)

    def most(self, size: int) -> int:  # noqa: ARG002
        """Return nothing: a score has no upper bound, so a bye brings none."""
        return 0
