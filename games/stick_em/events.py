"""What happens in Stick 'Em: the events, with the data that the log keeps.

They stand in a file of their own that is never compiled: the codec reads their annotations.
"""

from collections.abc import Mapping

from games.core import Event, Seat
from games.stick_em.cards import Card


class RoundBegan(Event, frozen=True, gc=False):
    """A round has begun, its first trick led by `leader`; rounds count from 1."""

    round: int
    leader: Seat


class HandsDealt(Event, frozen=True, gc=False):
    """Everybody got 15 cards; the order inside a hand means nothing."""

    hands: tuple[tuple[Card, ...], ...]


class PainChosen(Event, frozen=True, gc=False):
    """A seat has picked its pain card, face down and for good (SE-18)."""

    seat: Seat
    card: Card


class PainRevealed(Event, frozen=True, gc=False):
    """Everybody has picked, and the pain cards lie face up, one a seat."""

    cards: tuple[Card, ...]


class CardPlayed(Event, frozen=True, gc=False):
    """A seat has played a card to the trick."""

    seat: Seat
    card: Card


class TrickTaken(Event, frozen=True, gc=False):
    """A seat has won the trick and its cards, which stand in playing order."""

    seat: Seat
    cards: tuple[Card, ...]


class TrickSetAside(Event, frozen=True, gc=False):
    """Every card of the trick was a zero and nobody gets it (SE-10)."""

    cards: tuple[Card, ...]


class RoundScored(Event, frozen=True, gc=False):
    """A round is over: each seat's points in it, and its total so far."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


EVENT_TYPES: Mapping[str, type[Event]] = {
    "round_began": RoundBegan,
    "hands_dealt": HandsDealt,
    "pain_chosen": PainChosen,
    "pain_revealed": PainRevealed,
    "card_played": CardPlayed,
    "trick_taken": TrickTaken,
    "trick_set_aside": TrickSetAside,
    "round_scored": RoundScored,
}
