"""Read analyses, as far as somebody may see the match. Selectors read; they never write."""

from uuid import UUID

import msgspec

from analyses import refusals, services
from analyses.answers import Luck
from analyses.models import Analysis
from bots.analysis.luck import VERSION
from games.core import ALL
from matches import redaction, selectors
from matches.models import Match
from matches.refusals import not_found


def luck(match_id: UUID, account: UUID | None) -> Luck | None:
    """Return the luck of a match, None while it waits.

    Raises not_found for a match that the account may not know of or whose hands are not open to
    it, and luck_not_offered.
    """
    with selectors.current_state(match_id, account) as state:
        is_open = state.over and redaction.viewer_of(state, account) == ALL
    if not is_open:
        raise not_found()
    if not services.offered(Match.objects.get(id=match_id)):
        raise refusals.luck_not_offered()
    found = Analysis.objects.filter(
        match=match_id, kind=Analysis.Kind.LUCK, version=VERSION, done_at__isnull=False
    )
    body = found.values_list("body", flat=True).first()
    return None if body is None else msgspec.json.decode(body, type=Luck)
