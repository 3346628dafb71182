"""Every points scheme: one line each."""

from tournaments.points import schemes
from tournaments.points.core import PointsScheme

SCHEMES: tuple[type[PointsScheme], ...] = (
    schemes.Normalised,
    schemes.Hig,
    schemes.ThreeTwoOne,
    schemes.Vekn,
    schemes.Wins,
    schemes.GameScore,
)
"""The first one is the default."""

_SCHEMES = {each.id: each() for each in SCHEMES}


def find(scheme_id: str) -> PointsScheme:
    """Return a scheme by its id; KeyError when there is none."""
    return _SCHEMES[scheme_id]


def schemes_known() -> tuple[PointsScheme, ...]:
    """Return all schemes, the default first."""
    return tuple(_SCHEMES.values())
