"""The seals of a recorded match, each with its signature. Pure."""

from collections.abc import Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from matches import draws, folds
from matches.state import MatchState
from transparency.seal_signatures import Seal


def of(match_id: UUID, events: Sequence[StoredEvent]) -> list[Seal]:
    """Return the seals of a match under fair/2, by a log that was checked."""
    if not any(each.type == "chance_sealed" for each in events):
        return []
    state, found = MatchState(match_id), list[Seal]()
    for each in events:
        folds.fold(state, [each])
        if each.type == "chance_sealed" and state.deal is not None:
            found.append(Seal(each.version, draws.seal(state).text, state.deal.signature))
        if state.begun:
            break
    return found
