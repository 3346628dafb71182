"""The game of a match as analyses read it: from the whole stream, once the match is over."""

from collections.abc import Sequence
from uuid import UUID

from accounts.tokens import actor_of
from bots.analysis.recorded import Recorded
from eventstore import streams
from eventstore.events import StoredEvent
from matches.aggregate import MATCH
from matches.events import CATALOGUE, KIND
from matches.state import MatchState


def recorded(match_id: UUID) -> tuple[MatchState, Recorded]:
    """Return a match as it stands, and its game's own events with their versions."""
    return recorded_of(match_id, streams.load(KIND, match_id))


def decided_by(stored: Sequence[StoredEvent], account: UUID) -> frozenset[int]:
    """Return the versions of the events by which an account has decided something itself.

    What a bot or a clock has decided for it is not among them.
    """
    actor = actor_of(account)
    return frozenset(each.version for each in stored if each.actor == actor)


def recorded_of(match_id: UUID, stored: Sequence[StoredEvent]) -> tuple[MatchState, Recorded]:
    """Return the same of events that are loaded already."""
    state = MATCH.fold(match_id, stored)
    rules = state.rules
    events = [
        (each.version, rules.decode_event(each.type, each.body, each.schema))
        for each in stored
        if each.type not in CATALOGUE
    ]
    return state, Recorded(rules, state.seats, state.options, state.dataset, events)
