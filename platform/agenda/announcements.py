"""Tell the layers above of something that is no event of a stream, in the transaction it is in.

Who announces knows nobody who listens: an invitation is one of `matches`, and that somebody gets a
mail about it is an affair of the layers above.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID


class Announcement(NamedTuple):
    """Something that concerns some accounts."""

    kind: str
    subject: UUID
    """What it is about: the match, the challenge, the account that asks."""
    people: Sequence[UUID]
    """Whom it concerns."""
    by: UUID | None = None
    """The account that did it."""
    version: int = 0


Subscriber = Callable[[Announcement], None]
_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Have a function told of everything that is announced, before the commit."""
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def announce(announcement: Announcement) -> None:
    """Tell everybody who has subscribed."""
    for each in _subscribers:
        each(announcement)
