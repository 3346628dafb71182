"""Tell whoever counts a tournament elsewhere that it has moved, in the transaction of its events.

A series knows tournaments; a tournament knows no series, only that somebody may ask for its news.
"""

from collections.abc import Callable

from tournaments.state import TournamentState

Subscriber = Callable[[TournamentState], None]

_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Have a function called with every tournament that has moved, before the commit."""
    _subscribers.append(subscriber)


def publish(state: TournamentState) -> None:
    """Tell everybody who has subscribed."""
    for each in _subscribers:
        each(state)
