"""How much a pair at a table counts: less the more often two have met, and the less known one is.

Points that a few accounts pass among themselves say little about anybody else, so

    weight = day * season * known, each a part of 1000, rounded down
    day, season = 1000 * half / (half + k - full) for the k-th match of two that day, that season,
                  beyond the first `full`, which count wholly
    known = 1000 * (theirs + 2) / (mine + 2) where the opponent has met fewer others than I have;
            nobody's others count beyond `circle`

with whole numbers throughout, so that a rebuild comes to the same everywhere. The first two are the
same for both of a pair; the third lets who is little known learn from who is well known, and not
the other way round.
"""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from ratings.systems.core import PARTS

UNKNOWN = 2
"""Others whom everybody counts as having met, so that newcomers say a little, too."""


class Repeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reduced weight of repeated matches among the same players."""

    day_full: Annotated[int, Meta(ge=1, le=1000)] = 2
    """The number of matches between two players in a day (UTC) that count fully."""
    day_half: Annotated[int, Meta(ge=1, le=1000)] = 2
    """The number of further matches after which a match counts half."""
    season_full: Annotated[int, Meta(ge=1, le=10_000)] = 50
    """The number of matches between two players in a season that count fully."""
    season_half: Annotated[int, Meta(ge=1, le=10_000)] = 100
    """The number of further matches after which a match counts half."""
    circle: Annotated[int, Meta(ge=0, le=100)] = 10
    """The number of different opponents after which a player's matches have full weight; 0 for
    everyone."""

    def day(self, count: int) -> int:
        """Return what the count-th match of a day counts."""
        return _falling(count, self.day_full, self.day_half)

    def season(self, count: int) -> int:
        """Return what the count-th match of a season counts."""
        return _falling(count, self.season_full, self.season_half)

    def known(self, *, mine: int, theirs: int) -> int:
        """Return what a match with somebody counts, by how many others each has met."""
        mine, theirs = min(mine, self.circle), min(theirs, self.circle)
        return PARTS if theirs >= mine else PARTS * (theirs + UNKNOWN) // (mine + UNKNOWN)


def _falling(count: int, full: int, half: int) -> int:
    return PARTS if count <= full else PARTS * half // (half + count - full)


class Meeting:
    """How often two players have met."""

    __slots__ = ("day", "on_day", "season", "season_games")

    def __init__(self, season: int, season_games: int, day: date, on_day: int) -> None:
        self.season = season
        """The season of their last match."""
        self.season_games = season_games
        self.day = day
        """The day of their last match, by UTC."""
        self.on_day = on_day


class PairWeights(NamedTuple):
    """What one player's pairs count, and why; a list has a number for each seat, 0 for one's own.

    All lists are empty where every pair counts wholly and nothing is counted.
    """

    met: int
    """Others met before."""
    on_day: Sequence[int]
    """Which match with each opponent it is that day; 0 also for a pair that was too short."""
    in_season: Sequence[int]
    weights: Sequence[int]
    """In thousandths, for the player's own rating."""

    @property
    def counts(self) -> bool:
        """Whether the match says anything about the player."""
        return not self.weights or any(self.weights)


NOTHING = PairWeights(0, (), (), ())
"""What is told on a ladder that weighs all pairs alike."""


class Effort(NamedTuple):
    """Which seats of a match played too little, and which left it."""

    few: frozenset[int]
    left: frozenset[int]

    def short(self, one: int, other: int) -> bool:
        """Return whether two did not play long enough against each other."""
        return one in self.few or other in self.few


PLAYED = Effort(frozenset(), frozenset())
"""All played."""
