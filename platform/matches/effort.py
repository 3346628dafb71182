"""How much each player of a match has played: worked out from the history when it is over."""

from collections import Counter
from typing import NamedTuple
from uuid import UUID

from accounts.tokens import actor_of
from eventstore import streams
from matches.events import CATALOGUE, KIND, SeatResigned, SeatTimedOut
from matches.models import Seat

GONE = (SeatResigned, SeatTimedOut)
"""Events by which a seat's player has left, or stayed away for a while."""


class Effort(NamedTuple):
    """Who has played how much of a match."""

    moves: list[int | None]
    """Decisions by seat, those for who was late not counted; None for built-in bots."""
    left: list[int]
    """Seats of people and programs that gave up, or whose time ran out, ascending."""


def of_match(match_id: UUID) -> Effort:
    """Return how much each player of a match has played."""
    made: Counter[str] = Counter()
    gone: set[int] = set()
    for event in streams.load(KIND, match_id):
        if event.type in CATALOGUE:
            shared = CATALOGUE.decode(event.type, event.schema, event.body)
            if isinstance(shared, GONE):
                gone.add(shared.seat)
        elif event.key is not None:
            # The events that follow the first of a command have no key: they decide nothing.
            made[event.actor] += 1
    sat = Seat.objects.filter(match=match_id).order_by("seat").values_list("seat", "account")
    return Effort(
        moves=[None if account is None else made[actor_of(account)] for _, account in sat],
        left=sorted(seat for seat, account in sat if account is not None and seat in gone),
    )
