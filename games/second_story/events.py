"""What happens in Second Story: the events."""

from collections.abc import Mapping
from typing import Annotated, Final

from games.codec import NameTable
from games.core import Event, Seat
from games.second_story.cards import Card, Chips, Suit

THOROUGH: Final = 0
QUICK: Final = 1
APPROACHES = NameTable(("thorough", "quick"))

Approach = Annotated[int, APPROACHES]


class StarterDrawn(Event, frozen=True, gc=False):
    """Chance has said who burgles first (SS-42: the rulebook's nefarious way)."""

    seat: Seat


class DeckShuffled(Event, frozen=True, gc=False):
    """All cards, or later the discard pile, were shuffled to a new deck, its next card first."""

    order: tuple[Card, ...]


class OrderDrawn(Event, frozen=True, gc=False):
    """The order in which a seat comes upon the cards of the deck tonight, its next card first.

    In `second-story@2` only, where each seat has an order of its own for each of its nights.
    """

    seat: Seat
    order: tuple[Card, ...]


class NightBegan(Event, frozen=True, gc=False):
    """A seat's turn has begun; nights count the turns of the match from 1."""

    seat: Seat
    night: int


class HouseEntered(Event, frozen=True, gc=False):
    """The top card was flipped, an Ace or the Excuse too; there is no way back (SS-19)."""

    seat: Seat
    card: Card


class ApproachChosen(Event, frozen=True, gc=False):
    """A seat has decided how to rob the house, before it rolls (SS-2)."""

    seat: Seat
    approach: Approach


class FlatsChosen(Event, frozen=True, gc=False):
    """A seat has decided how many flats of a tenement to rob, before it rolls."""

    seat: Seat
    flats: int


class DiceRolled(Event, frozen=True, gc=False):
    """Dice were rolled, 1 to 10 each; one of them must reach `need`."""

    seat: Seat
    dice: tuple[int, ...]
    need: int


class ChipsTaken(Event, frozen=True, gc=False):
    """A successful roll has put these chips into the bag, or none."""

    seat: Seat
    suits: Chips


class AceResolved(Event, frozen=True, gc=False):
    """An Ace has put a chip into the bag (+1), taken one out (-1) or done nothing (0)."""

    seat: Seat
    suit: Suit
    change: int


class ExcuseFound(Event, frozen=True, gc=False):
    """The Excuse was flipped and lies beside the bag."""

    seat: Seat


class ExcuseUsed(Event, frozen=True, gc=False):
    """The Excuse went from the lair to the discard pile, for another roll (SS-23)."""

    seat: Seat


class ChipRisked(Event, frozen=True, gc=False):
    """A chip went from the lair into the bag, for another roll at a Crown (SS-11)."""

    seat: Seat
    suit: Suit


class ThiefCaught(Event, frozen=True, gc=False):
    """The night is over, and all chips of the bag are back in the bank."""

    seat: Seat
    returned: Chips


class NightEnded(Event, frozen=True, gc=False):
    """The night is over, and all chips of the bag are in the lair."""

    seat: Seat
    kept: Chips


class LastNightBegan(Event, frozen=True, gc=False):
    """A suit is gone from the bank: everybody has one more turn, and `last_seat` the last."""

    suit: Suit
    last_seat: Seat


EVENT_TYPES: Mapping[str, type[Event]] = {
    "starter_drawn": StarterDrawn,
    "deck_shuffled": DeckShuffled,
    "night_began": NightBegan,
    "house_entered": HouseEntered,
    "approach_chosen": ApproachChosen,
    "flats_chosen": FlatsChosen,
    "dice_rolled": DiceRolled,
    "chips_taken": ChipsTaken,
    "ace_resolved": AceResolved,
    "excuse_found": ExcuseFound,
    "excuse_used": ExcuseUsed,
    "chip_risked": ChipRisked,
    "thief_caught": ThiefCaught,
    "night_ended": NightEnded,
    "last_night_began": LastNightBegan,
}

PERSONAL_EVENT_TYPES: Mapping[str, type[Event]] = {**EVENT_TYPES, "order_drawn": OrderDrawn}
"""Those of `second-story@2`."""
