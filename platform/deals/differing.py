"""Where two who played the same deal went different ways."""

from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from accounts import tokens
from eventstore import streams
from eventstore.events import StoredEvent
from matches.events import CATALOGUE, KIND


class Fork(NamedTuple):
    """The last version up to which two matches went alike, in each of them."""

    mine: int
    theirs: int


def moves(match: UUID, account: UUID) -> list[StoredEvent]:
    """Return what somebody has done in a match, and what it set off, without names and moments.

    Not what the bots did: where picks are made at once, who is first is a matter of time.
    """
    actor = tokens.actor_of(account)
    return [
        event
        for event in streams.load(KIND, match)
        if event.actor == actor and event.type not in CATALOGUE
    ]


def first(mine: list[StoredEvent], theirs: list[StoredEvent]) -> Fork | None:
    """Return where the first decision differs, as the version before it; None where none does.

    The deal is the same and so are the bots' answers to the same play, so what differs first is
    what a player decided.
    """
    pairs = zip(mine, theirs, strict=False)
    alike = sum(1 for _ in takewhile(_is_alike, pairs))
    if alike >= min(len(mine), len(theirs)):
        return None
    return Fork(mine[alike].version - 1, theirs[alike].version - 1)


def _is_alike(pair: tuple[StoredEvent, StoredEvent]) -> bool:
    one, other = pair
    return (one.type, one.body) == (other.type, other.body)
