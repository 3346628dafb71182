"""Tables of Second Story with the houses, dice and chips that a test wants.

Cards are named by their ids; chips are written by their suits' letters: M moons, S suns, W waves,
L leaves, Y wyrms, K knots.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from games.chance import FairChance
from games.core import Event, Seat, replay
from games.second_story.cards import CARDS, KIND, NUMBER, SUITS
from games.second_story.model import State
from games.second_story.rules import SecondStory

T = TypeVar("T")

RULES = SecondStory()
LETTERS = "MSWLYK"
CHANCE = FairChance(bytes(32))

ALL_CARDS = {"excuse": True, "pawns": True, "courts": True}
"""The options of the whole extended deck."""


def cards(text: str) -> tuple[int, ...]:
    """Return the cards of those ids, separated by spaces."""
    return tuple(map(CARDS.index, text.split()))


def suits(letters: str) -> tuple[int, ...]:
    """Return the suits written so."""
    return tuple(map(LETTERS.index, letters))


def chips(letters: str) -> list[int]:
    """Return the count of each suit among the chips written so."""
    return [letters.count(letter) for letter in LETTERS]


class Fixed:
    """Chance that begins, shuffles and rolls as told, and then never again."""

    def __init__(self, houses: str = "", dice: Sequence[int] = (), starter: Seat = 0) -> None:
        self.houses = list(cards(houses))
        self.dice = list(dice)
        self.starter = starter
        self.labels: list[str] = []

    def below(self, label: str, n: int) -> int:
        """Return the starter or the next die, less 1."""
        self.labels.append(label)
        drawn = self.starter if label == "starter" else self.dice.pop(0) - 1
        assert 0 <= drawn < n
        return drawn

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the cards with the houses that are among them first, then those of rank 2-9."""
        self.labels.append(label)
        first: list[Any] = [house for house in self.houses if house in items]
        rest = [card for card in items if card not in first]
        return [*first, *sorted(rest, key=lambda card: KIND[card] != NUMBER)]  # type: ignore[call-overload]  # Nothing but cards is shuffled.


def new_state(seats: int = 2, given: Mapping[str, object] | None = None) -> State:
    """Return the table before the first event."""
    return RULES.new_state(seats, RULES.check_options(seats, given or {}))


class Night:
    """A match about to play: the houses lie on top of the deck, the dice are as told.

    `lairs` and `bag` come out of the bank; what `bank` names is all that the bank has of those
    suits, the rest of them lying in the last seat's lair.
    """

    def __init__(  # noqa: PLR0913 - A table has many parts, and a test names those that it needs.
        self,
        houses: str,
        dice: Sequence[int] = (),
        *,
        seats: int = 2,
        bag: str = "",
        lairs: Sequence[str] = (),
        bank: Mapping[str, int] | None = None,
        given: Mapping[str, object] | None = None,
    ) -> None:
        self.chance = Fixed(houses, dice)
        self.state = state = new_state(seats, given)
        self.events: list[Event] = []
        state.bag = chips(bag)
        for seat, lair in enumerate(lairs):
            state.lairs[seat] = chips(lair)
        for suit in range(len(LETTERS)):
            state.bank[suit] -= state.bag[suit] + sum(lair[suit] for lair in state.lairs)
        for letter, left in (bank or {}).items():
            suit = LETTERS.index(letter)
            state.lairs[-1][suit] += state.bank[suit] - left
            state.bank[suit] = left
        self._fold(RULES.opening_events(state, self.chance))

    def _fold(self, events: Sequence[Event]) -> None:
        replay(RULES, self.state, events)
        self.events += events

    def move(self, kind: str | None, **fields: object) -> list[Event]:
        """Make a move of the seat that has to act, as a client does; return its events."""
        (seat,) = RULES.to_act(self.state)
        move = RULES.parse_move(self.state, seat, {"type": kind, **fields})
        events = RULES.decide(self.state, seat, move, self.chance)
        self._fold(events)
        return list(events)

    def rob(self, approach: str) -> list[Event]:
        """Choose the approach."""
        return self.move("choose_approach", approach=approach)

    def take(self, letters: str) -> list[Event]:
        """Take these chips."""
        return self.move("take_chips", suits=[SUITS.names[suit] for suit in suits(letters)])

    def caught(self, seat: Seat) -> None:
        """Let the seat's night fail in a house of rank 2 or more."""
        assert RULES.to_act(self.state) == (seat,)
        self.chance.dice[:0] = [1]
        self.rob("thorough")

    def legal(self) -> list[str]:
        """Return the types of the legal moves, each once."""
        return list(dict.fromkeys(str(move["type"]) for move in self.legal_moves()))

    def takings(self) -> list[str]:
        """Return what may be taken, in letters."""
        return [
            "".join(LETTERS[SUITS.index(name)] for name in move["suits"])
            for move in self.legal_moves()
            if move["type"] == "take_chips"
        ]

    def legal_moves(self) -> list[dict[str, Any]]:
        """Return the legal moves as clients get them."""
        (seat,) = RULES.to_act(self.state)
        moves = RULES.legal_moves(self.state, seat)
        return [RULES.move_data(self.state, seat, move) for move in moves]

    def told(self) -> list[str]:
        """Return the names of all events so far."""
        return [RULES.event_type(event) for event in self.events]
