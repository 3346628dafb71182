"""Tell whoever counts a tournament elsewhere that it has moved, in the transaction of its events.

A series knows tournaments; a tournament knows no series, only that somebody may ask for its news.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from tournaments.state import TournamentState


class Moved(NamedTuple):
    """A tournament that has moved, and by what."""

    state: TournamentState
    """As it is after the events."""
    added: Sequence[msgspec.Struct]
    """The events of the command."""


Subscriber = Callable[[Moved], None]

_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Have a function called with every tournament that has moved, before the commit."""
    _subscribers.append(subscriber)


def publish(moved: Moved) -> None:
    """Tell everybody who has subscribed."""
    for each in _subscribers:
        each(moved)
