"""The game of a match as analyses read it: from the whole stream, once the match is over."""

from uuid import UUID

from bots.analysis.recorded import Recorded
from eventstore import streams
from matches.aggregate import MATCH
from matches.events import CATALOGUE, KIND
from matches.state import MatchState


def recorded(match_id: UUID) -> tuple[MatchState, Recorded]:
    """Return a match as it stands, and its game's own events with their versions."""
    stored = streams.load(KIND, match_id)
    state = MATCH.fold(match_id, stored)
    rules = state.rules
    events = [
        (each.version, rules.decode_event(each.type, each.body, each.schema))
        for each in stored
        if each.type not in CATALOGUE
    ]
    return state, Recorded(rules, state.seats, state.options, state.dataset, events)
