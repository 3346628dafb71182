"""What an audit of a recorded tournament goes through: event by event. Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import msgspec

from eventstore.errors import StoreError
from eventstore.events import StoredEvent
from tournaments import events as e
from tournaments import folds
from tournaments.folds import whole
from tournaments.formats.core import InfeasibleError
from tournaments.state import TournamentState

MALFORMED = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError),
    *(TypeError, ValueError, InfeasibleError, StoreError, msgspec.MsgspecError),
)
"""What a fold or a format may raise for an event whose fields name what is not there."""


class Step(NamedTuple):
    """An event, and the state before it."""

    version: int
    event: e.TournamentEvent
    state: TournamentState
    following: Sequence[e.TournamentEvent]
    at: datetime
    """When it happened."""


def fold(state: TournamentState, stored: StoredEvent, event: e.TournamentEvent) -> None:
    """Fold one event."""
    state.version, state.hash, state.at = stored.version, stored.hash, stored.at
    folds.evolve(state, event)


def folded_back(tournament: UUID, events: Sequence[StoredEvent]) -> TournamentState:
    """Return the state after a rollback, which is the last event."""
    state, kept = whole.begun(tournament, events)
    for each in kept:
        fold(state, each, e.CATALOGUE.decode(each.type, each.schema, each.body))
    return state
