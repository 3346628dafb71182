"""Who has gone on from what a round or a night came to, for whoever still reads it.

People alone are asked: bots, and who has left, have nothing to read. Nobody waits for anybody.
"""

from uuid import UUID

from django.utils.translation import gettext as _

from matches import readiness, selectors
from matches.answers import MatchShown, SeatShown
from web.games.narration import People
from web.games.registry import ends_of

ASKED_MIN = 2
"""So many people are told of one another; one alone would be told of bots only."""


def last_end(match_id: UUID, page: MatchShown) -> int | None:
    """Return the version of the event that ended a round or a night last; None after the match."""
    if page.status != "live":
        return None
    closed = selectors.versions_of(match_id, ends_of(page.game).closes, until=page.version)
    return closed[-1][0] if closed else None


def ready_words(match_id: UUID, page: MatchShown, version: int, people: People) -> str:
    """Return who has gone on from what an event ended; nothing where there are no two people."""
    asked = {seat.seat for seat in page.seats if _reads(seat)}
    if page.status != "live" or len(asked) < ASKED_MIN:
        return ""
    noted = readiness.seats(match_id, version)
    ready = [seat.seat for seat in page.seats if seat.seat in noted or seat.seat not in asked]
    names = people.names(ready) if ready else _("nobody yet")
    said = {"names": names, "count": len(ready), "all": len(page.seats)}
    return _("Ready: %(names)s · %(count)s of %(all)s") % said


def _reads(seat: SeatShown) -> bool:
    """Tell whether a person sits there who reads what comes to pass."""
    return not (seat.is_bot or seat.left or seat.away)
