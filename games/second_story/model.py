"""A match of Second Story as it stands."""

from typing import TYPE_CHECKING, Final

from games.second_story.cards import CHIPS, SUIT_COUNT, Chips

if TYPE_CHECKING:
    from games.core import Seat

COURSE: Final = 0
APPROACH: Final = 1
FLATS: Final = 2
TAKE: Final = 3
MISSED: Final = 4
HOME: Final = 5
OVER: Final = 6
ABANDONED: Final = 7
PHASES = ("course", "approach", "flats", "take", "missed", "home", "over", "abandoned")
"""The phase's name; `course` only stands between the events of one decision."""

NOBODY: Final = -10
"""The seat where there is none; no viewer is called so."""

NOTHING: Final = -1
"""The card, approach or suit where there is none."""

NIGHTS_MAX: Final = 1000
"""After so many nights a match is given up."""


Gain = tuple[Chips, int]
"""Suits, and how many chips of each went into the bag; -1 where an Ace took one out."""
NO_GAIN: Final[Gain] = ((), 0)


class State:
    """A match of Second Story; all of it is open but `draw`."""

    __slots__ = (
        "acting",
        "active",
        "approach",
        "bag",
        "bank",
        "deck",
        "dice",
        "discard",
        "draw",
        "excuse_seat",
        "flats",
        "gains",
        "lairs",
        "last_seat",
        "last_suit",
        "may_decline",
        "need",
        "night",
        "phase",
        "rolls",
        "rolls_here",
        "seats",
        "shuffles",
        "starter",
        "street",
    )

    def __init__(self, deck: tuple[int, ...], *, seats: int, may_decline: bool) -> None:
        self.deck = deck
        """Every card in play, in canonical order."""
        self.seats = seats
        self.may_decline = may_decline
        self.phase = COURSE
        self.acting: tuple[Seat, ...] = ()
        self.starter: Seat = NOBODY
        self.night = 0
        self.active: Seat = NOBODY
        """Whose night it is."""
        self.draw: tuple[int, ...] = ()
        """The cards to come, the next one first."""
        self.discard: tuple[int, ...] = ()
        """The discard pile, its top card last."""
        self.street: tuple[int, ...] = ()
        """The cards flipped this night; the last one is the house that the thief is in."""
        self.gains: list[Gain] = []
        """What each card of the street has put into the bag."""
        self.bank = [CHIPS] * SUIT_COUNT
        self.bag = [0] * SUIT_COUNT
        self.lairs = [[0] * SUIT_COUNT for _ in range(seats)]
        self.excuse_seat: Seat = NOBODY
        """In whose lair the Excuse is."""
        self.approach = NOTHING
        self.flats = 0
        self.dice: tuple[int, ...] = ()
        """The last roll in this house."""
        self.need = 0
        self.shuffles = 0
        self.rolls = 0
        self.rolls_here = 0
        """Of the rolls, those in the house that the thief is in."""
        self.last_suit = NOTHING
        """The suit whose end began the last night."""
        self.last_seat: Seat = NOBODY
        """Who plays the last turn, once that is known."""

    def copy(self) -> "State":
        """Return a state that shares nothing mutable with this one."""
        other: State = State.__new__(State)
        other.deck = self.deck
        other.seats = self.seats
        other.may_decline = self.may_decline
        other.phase = self.phase
        other.acting = self.acting
        other.starter = self.starter
        other.night = self.night
        other.active = self.active
        other.draw = self.draw
        other.discard = self.discard
        other.street = self.street
        other.gains = self.gains[:]
        other.bank = self.bank[:]
        other.bag = self.bag[:]
        other.lairs = [lair[:] for lair in self.lairs]
        other.excuse_seat = self.excuse_seat
        other.approach = self.approach
        other.flats = self.flats
        other.dice = self.dice
        other.need = self.need
        other.shuffles = self.shuffles
        other.rolls = self.rolls
        other.rolls_here = self.rolls_here
        other.last_suit = self.last_suit
        other.last_seat = self.last_seat
        return other
