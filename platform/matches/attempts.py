"""What a match under fair/2 was sealed with, and what was shown, attempt by attempt. Pure."""

from collections.abc import Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from matches import draws, folds
from matches import events as e
from matches.deals import Deal
from matches.history_answers import AttemptShown, ShareShown
from matches.state import MatchState

CONCERNED = ("chance_shown", "match_started")


def of(match_id: UUID, events: Sequence[StoredEvent]) -> list[AttemptShown]:
    """Return the attempts that are over, the last one being what was dealt from."""
    state, found = MatchState(match_id), list[AttemptShown]()
    for each in events:
        deal = state.deal
        if each.type in CONCERNED and deal is not None:
            event = folds.decode(state, each)
            shown = event if isinstance(event, e.ChanceShown) else None
            if shown is not None or deal.sealed is None:
                found.append(
                    AttemptShown(
                        attempt=deal.attempt,
                        seal=draws.seal(state).text,
                        signature=deal.signature,
                        withheld=[] if shown is None else list(shown.withheld),
                        shares=[]
                        if shown is None
                        else [ShareShown(one.seat, one.share) for one in shown.shares],
                        beacon=_drawn(deal) if shown is None else shown.beacon or None,
                    )
                )
        if state.begun:
            return found
        folds.fold(state, [each])
    return found


def _drawn(deal: Deal) -> str | None:
    """Return what a beacon came to before the match was opened, where it was drawn with one."""
    return None if deal.beacon_value is None else deal.beacon_value.hex()
