"""A match of Sticky Fingers as it stands."""

from collections.abc import Sequence
from typing import Any, Final

from games.core import Seat
from games.sticky_fingers.cards import CITY, HARBOR, MUSEUM, PLACES, TOOLS, VILLA, Deck
from games.sticky_fingers.dataset import SQUARES, TOKENS

DEAL: Final = 0
CHOOSE: Final = 1
PLACE: Final = 2
ACT: Final = 3
OVER: Final = 4
PHASES = ("deal", "choose", "place", "act", "over")
"""The phase's name; `deal` only stands between the events of one decision."""

NOBODY: Final = -10
"""The seat where there is none; no viewer is called so."""

NONE: Final = -1
"""A gap among displayed loot, a scoundrel not chosen, no place, no square."""

ALONE = tuple((seat,) for seat in range(5))
"""Who has to act where only that seat has."""

Move = tuple[Any, ...]
"""A kind of `moves` with what it needs; cheap to make, to hash and to compare."""


class State:
    """A match of Sticky Fingers; the caller owns it and `evolve` changes it in place."""

    __slots__ = (
        "acting",
        "chosen_squares",
        "deck",
        "discards",
        "display",
        "eager",
        "exchange",
        "hands",
        "known",
        "loot",
        "money",
        "moves",
        "open",
        "phase",
        "picks",
        "piles",
        "place",
        "placed",
        "round",
        "scoundrels",
        "seats",
        "shuffles",
        "square",
        "squares",
        "starter",
        "used",
    )

    def __init__(self, deck: Deck, seats: int, options: Sequence[bool]) -> None:
        """Set up an empty table; options are open, chosen squares, eager, chosen scoundrels."""
        self.deck = deck
        self.seats = seats
        self.open, self.chosen_squares, self.eager, self.picks = options
        self.phase = DEAL
        self.round = 0
        self.starter: Seat = NOBODY
        self.acting: tuple[Seat, ...] = ()
        self.scoundrels = [NONE] * seats
        self.money = [0] * seats
        self.hands = [[0] * len(TOOLS.names) for _ in range(seats)]
        """How many of each tool, by seat."""
        self.known = [[0] * len(TOOLS.names) for _ in range(seats)]
        """The part of each hand that everybody has seen taken in the City.

        Views show it under `visibility: open` alone (SF-42); else it is for memories, as the log
        tells it to everybody."""
        self.loot: list[list[int]] = [[] for _ in range(seats)]
        """Loot that each seat holds, face down, in the order in which it was stolen."""
        self.piles: list[list[int]] = [[], [], []]
        """Draw piles, the next card last."""
        self.discards = [list(cards) for cards in deck.cards]
        """Contents of the discard piles in no order; all cards, before they are first shuffled."""
        self.shuffles = [0, 0, 0]
        self.display = [[NONE] * size if place in (VILLA, MUSEUM) else []
                        for place, size in enumerate(deck.sizes[seats])]  # fmt: skip
        """What lies at each place; loot keeps its slot, and one that is empty is NONE."""
        self.squares = [NOBODY] * (len(PLACES.names) * SQUARES)
        """Whose token is on place * SQUARES + square."""
        self.exchange = [NOBODY] * SQUARES
        """Whose token blocks an exchange square of the Ruin."""
        self.placed = 0
        """Tokens put down in this round."""
        self.place = NONE
        """The place that is being resolved."""
        self.square = NONE
        """The square there whose token acts."""
        self.used = 0
        """Seats whose scoundrel has lent its tool at this place, as bits (SF-13)."""
        self.moves: tuple[Move, ...] | None = None
        """The legal moves of who has to act, once they were asked for."""

    def copy(self) -> "State":
        """Return a state that shares nothing mutable with this one."""
        other: State = State.__new__(State)
        other.deck = self.deck
        other.seats = self.seats
        other.open = self.open
        other.chosen_squares = self.chosen_squares
        other.eager = self.eager
        other.picks = self.picks
        other.phase = self.phase
        other.round = self.round
        other.starter = self.starter
        other.acting = self.acting
        other.scoundrels = self.scoundrels[:]
        other.money = self.money[:]
        other.hands = [hand[:] for hand in self.hands]
        other.known = [hand[:] for hand in self.known]
        other.loot = [held[:] for held in self.loot]
        other.piles = [pile[:] for pile in self.piles]
        other.discards = [pile[:] for pile in self.discards]
        other.shuffles = self.shuffles[:]
        other.display = [cards[:] for cards in self.display]
        other.squares = self.squares[:]
        other.exchange = self.exchange[:]
        other.placed = self.placed
        other.place = self.place
        other.square = self.square
        other.used = self.used
        other.moves = self.moves
        return other

    def tokens(self) -> int:
        """Return how many tokens are put down in a round (SF-2: all three of everybody)."""
        return TOKENS * self.seats

    def next_square(self, place: int, start: int = 0) -> int:
        """Return the first square of the place, from `start` on, with a token; NONE for none."""
        for square in range(start, SQUARES):
            if self.squares[place * SQUARES + square] != NOBODY:
                return square
        return NONE

    def next_place(self) -> int:
        """Return the place with tokens that is resolved next, NONE after the last."""
        for place in range(self.place + 1, HARBOR + 1):
            if self.next_square(place) != NONE:
                return place
        return NONE

    def free_squares(self, place: int) -> int:
        """Return how many squares of the place hold no token."""
        return self.squares[place * SQUARES : (place + 1) * SQUARES].count(NOBODY)

    def gaps(self, place: int) -> int:
        """Return how many cards are missing at a place."""
        cards = self.display[place]
        if place in (CITY, HARBOR):
            return self.deck.sizes[self.seats][place] - len(cards)
        return cards.count(NONE)
