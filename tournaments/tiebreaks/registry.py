"""Every tie-break: one line each."""

from tournaments.tiebreaks import counts, direct_encounter, opponents
from tournaments.tiebreaks.core import TieBreak

TIEBREAKS: tuple[type[TieBreak], ...] = (
    counts.WinsCounted,
    direct_encounter.DirectEncounter,
    opponents.BuchholzCut,
    opponents.Buchholz,
    opponents.BuchholzMedian,
    opponents.SonnebornBerger,
    counts.SecondPlaces,
    counts.RelativeScore,
    counts.Score,
    counts.ScoreDifference,
    counts.Progressive,
    opponents.OpponentsShare,
    opponents.OpponentsRating,
    counts.Lots,
)

DEFAULT = ("wins", "direct_encounter", "buchholz_cut_1", "relative_score", "lots")
"""After points, in this order."""

_TIEBREAKS = {each.id: each() for each in TIEBREAKS}


def find(tiebreak_id: str) -> TieBreak:
    """Return a tie-break by its id; KeyError when there is none."""
    return _TIEBREAKS[tiebreak_id]


def tiebreaks() -> tuple[TieBreak, ...]:
    """Return all tie-breaks."""
    return tuple(_TIEBREAKS.values())
