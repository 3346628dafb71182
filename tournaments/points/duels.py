"""What the parts of a chess point are worth at a duel by any scheme. Pure."""

from tournaments.points.core import PointsScheme
from tournaments.record import UNITS


def worth(scheme: PointsScheme, units: int) -> int:
    """Return what so many units of a win of UNITS are worth: a win, a draw, nothing, or a part.

    >>> from tournaments.points.registry import find
    >>> [worth(find("vekn"), units) // UNITS for units in (120, 60, 30, 0)]
    [48, 36, 12, 0]
    """
    win, draw = scheme.most(2), level(scheme)
    return {UNITS: win, UNITS // 2: draw}.get(units, units * win // UNITS)


def chess_units(scheme: PointsScheme, worth_units: int) -> int:
    """Return the opposite of `worth`."""
    win, draw = scheme.most(2), level(scheme)
    return {win: UNITS, draw: UNITS // 2, 0: 0}.get(worth_units, worth_units * UNITS // (win or 1))


def level(scheme: PointsScheme) -> int:
    """Return what each gets of a duel that ends level; nothing where only the game's score is."""
    return 0 if scheme.needs_scores else scheme.points((1, 1), None)[0]
