"""What the checks of the events that all games share have in common. Pure."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from matches import events as e
from matches.state import MatchState, Status

EventT = TypeVar("EventT", bound=e.MatchEvent)
Check = Callable[[MatchState, EventT, datetime], str | None]
"""Says what is wrong with an event, given the state before it and when it happened."""


class Checks(dict[type[e.MatchEvent], Check[Any]]):
    """The check of each event, by its struct."""

    def of(self, event: type[EventT]) -> Callable[[Check[EventT]], Check[EventT]]:
        """Have a function check the events of a struct."""

        def register(check: Check[EventT]) -> Check[EventT]:
            self[event] = check
            return check

        return register


def no_seat(state: MatchState, seat: int) -> str | None:
    """Tell that a match has no such seat."""
    return None if seat < state.seats else f"there is no seat {seat}"


def not_played(state: MatchState) -> str | None:
    """Tell that a match was not running."""
    return None if state.status is Status.LIVE else "the match was not being played"


def not_seated(state: MatchState, seat: int) -> str | None:
    """Tell what keeps something from happening to a seat of a running match."""
    return not_played(state) or no_seat(state, seat)
