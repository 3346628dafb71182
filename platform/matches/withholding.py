"""Whether a match is withheld: others may still play what it was dealt.

A deal that several tables play is closed once nobody can play it any more; until then a match that
is over stays what it was for each viewer while it ran. The match's own stream cannot tell when
that is, so a state is withheld from its opening on, and the match's row says when it no longer is:
whoever forgets to look shows too little, and never too much.
"""

from collections.abc import Collection
from uuid import UUID

from msgspec import UNSET, UnsetType

from matches.answers import SharedDeal
from matches.models import Match
from matches.state import MatchState


def refresh(state: MatchState) -> None:
    """Have a state that is over say whether it is withheld still; its lock is held."""
    if state.over and not state.imported and "deal" in state.belongs_to:
        state.withheld = not Match.objects.filter(id=state.id, withheld=False).exists()


def reveal(matches: Collection[UUID]) -> None:
    """Open matches to everybody, in the transaction of the event that closes their deal."""
    Match.objects.filter(id__in=matches).update(withheld=False)


def shared_deal(state: MatchState) -> SharedDeal | UnsetType:
    """Return the deal that other tables play as well."""
    deal = None if state.imported else state.belongs_to.get("deal")
    return UNSET if deal is None else SharedDeal(str(deal), not state.is_revealed)
