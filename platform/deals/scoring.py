"""How those who played the same seat of a deal are compared. Pure.

A margin is a score less the mean of the others at its table. From it goes a part of the mean of the
margins that the others had with the same cards: as much as the cards explain, `beta`, and never the
whole of it, which would cost more than it gains. Nobody is ahead or behind by more than 1.5
deviations. `docs/deals.md` has the formula and where the constants come from. They are frozen with
the version, and what came of them is kept with the end of a deal: no table changes after the fact.
"""

from collections.abc import Sequence
from typing import NamedTuple

VERSION = "deals/1"
ROUNDS = "rounds/1"
"""The version of rounds of tournaments, whose constants are those of tables of people alone."""
SHADOW_BELOW = 6
"""A deal that fewer tables play gets shadow tables, played by bots."""
SHADOW_UNIT = 10_000
"""Of a point, in which the mean margins of shadow tables are kept: events have no fractions."""
SHADOW_TABLES = 3
"""So many tables the mean of the shadow tables counts for."""
CUT = 1.5
"""Deviations; a lead that is larger counts as this one."""
POINTS = 100
"""For a lead at the cut; who is like everybody else has half of them."""


class Explained(NamedTuple):
    """What was measured of a game at a number of seats, with its default options."""

    explained: float
    """The part of the variance of margins that lies between deals: what the cards explain."""
    deviation: float
    """Of a margin."""

    @property
    def cut(self) -> float:
        """The largest compared margin."""
        return CUT * self.deviation


class Comparison(NamedTuple):
    """How everybody who held the same cards is compared."""

    version: str
    explained: float
    beta: float
    """The part of the others' mean margin that is taken off."""
    cut: float
    """The largest compared margin."""


def beta(explained: float, tables: int) -> float:
    """Return the part of the others' mean that is taken off, with so many tables of a deal.

    With it a comparison is never less sure than none (1 / (1 - explained * beta)).

    >>> round(beta(0.32, 8), 2)
    0.77
    """
    if tables < 2:
        return 0.0
    return explained / (explained + (1 - explained) / (tables - 1))


def comparison(known: Explained, tables: int) -> Comparison:
    """Return how so many are compared by the current version."""
    return Comparison(VERSION, known.explained, beta(known.explained, tables), known.cut)


def compare(
    margins: Sequence[float], how: Comparison, counting: Sequence[bool] | None = None
) -> list[float]:
    """Return the margins of those who had the same cards, compared with one another.

    By default all count. Who does not is compared with those who do, and nobody with them.
    """
    counts = [True] * len(margins) if counting is None else counting
    tables = sum(counts)
    total = sum(each for each, does in zip(margins, counts, strict=True) if does)
    found = []
    for each, does in zip(margins, counts, strict=True):
        among, rest = (tables - 1, total - each) if does else (tables, total)
        others = rest / among if among else 0.0
        found.append(max(-how.cut, min(how.cut, each - how.beta * others)))
    return found


def compare_one(
    margin: float, others: Sequence[float], known: Explained, shadow: float | None = None
) -> float:
    """Return a margin compared with those that others had with the same cards.

    `shadow` is the mean of bots that held them; it counts for three tables. Of who is compared with
    nobody the margin stays as it is, but for the cut.

    >>> compare_one(6.0, [2.0, 4.0], Explained(0.5, 10.0))
    4.0
    """
    added = 0 if shadow is None else SHADOW_TABLES
    count = len(others) + added
    mean = (sum(others) + added * (shadow or 0.0)) / count if count else 0.0
    most = CUT * known.deviation
    return max(-most, min(most, margin - beta(known.explained, count + 1) * mean))


def tenths(points: float) -> int:
    """Return points as those of rounds are counted, in whole tenths."""
    return round(10 * points)


def points(compared: float, how: Comparison | Explained) -> float:
    """Return a compared margin as points from 0 to 100, which add up over games.

    >>> points(0.0, Explained(0.2, 10.0))
    50.0
    """
    return POINTS * (compared + how.cut) / (2 * how.cut)
