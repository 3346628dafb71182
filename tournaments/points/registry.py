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
MARGIN = schemes.Margin()
"""Of rounds with shared deals, whose plan chooses it (`deals`)."""


def find(scheme_id: str) -> PointsScheme:
    """Return a scheme by its id, or by the text of points of one's own.

    Raises KeyError when there is none, and `own.PointsError` for a text that is none.
    """
    if scheme_id == MARGIN.id:
        return MARGIN
    return own.parse(scheme_id) if ":" in scheme_id else _SCHEMES[scheme_id]


def schemes_known() -> tuple[PointsScheme, ...]:
    """Return all schemes, the default first."""
    return tuple(_SCHEMES.values())
