"""What an audit of a recorded tournament goes through: event by event. Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from eventstore.errors import StoreError
from tournaments import events as e
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
