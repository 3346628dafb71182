"""Every points scheme: one line each."""

from tournaments.points import own, schemes
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
    """Return a scheme by its id, or by the text of points of one's own.

    Raises KeyError when there is none, and `own.PointsError` for a text that is none.
    """
    return own.parse(scheme_id) if ":" in scheme_id else _SCHEMES[scheme_id]


def schemes_known() -> tuple[PointsScheme, ...]:
    """Return all schemes, the default first."""
    return tuple(_SCHEMES.values())
