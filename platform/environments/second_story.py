"""Second Story in numbers: action ids are the engine's own numbers of moves."""

from typing import cast

from environments.core import Encoding
from environments.numbers import (
    Numbers,
    clockwise,
    counts,
    flags,
    index_of,
    one_hot,
    scaled,
    seat_hot,
)
from games.json_types import JsonMapping
from games.second_story.cards import CARDS, SUITS
from games.second_story.events import APPROACHES
from games.second_story.model import PHASES
from games.second_story.moves import TAKE_NOTHING
from games.second_story.views import Counts, View

CARD = index_of(CARDS.names)
SUIT = index_of(SUITS.names)
PHASE = index_of(PHASES)
APPROACH = index_of(APPROACHES.names)
FLATS = 3
PIPS = 6.0
CHIPS_MOST = 10.0
POINTS_MOST = 60.0
NIGHTS = 10.0


def chips(held: Counts) -> Numbers:
    """Return how many chips of each suit there are."""
    return [held.get(suit, 0) / CHIPS_MOST for suit in SUITS.names]


class SecondStory(Encoding):
    """The first rules of Second Story."""

    rules_id = "second-story@1"
    moves = tuple(range(TAKE_NOTHING + 2 ** len(SUITS.names)))

    def numbers(self, view: JsonMapping, seats: int) -> Numbers:
        """Return house, street, bag, lairs and bank, seats clockwise from one's own."""
        seen = cast("View", view)
        order = clockwise(seen["seat"] or 0, seats)
        roll, last = seen["roll"], seen["last_night"]
        numbers = one_hot(PHASE[seen["phase"]], len(PHASES))
        numbers += counts(seen["street"][-1:], CARD)
        numbers += counts(seen["street"][:-1], CARD)
        numbers += counts(seen["discard"], CARD)
        numbers += counts(seen["deck"], CARD)
        numbers += one_hot(APPROACH[seen["approach"]] if seen["approach"] else None, len(APPROACH))
        numbers += one_hot(seen["flats"] - 1 if seen["flats"] else None, FLATS)
        numbers += [1.0, *scaled((max(roll["dice"]), roll["need"]), PIPS)] if roll else [0.0] * 3
        numbers += [float(roll["success"]) if roll else 0.0, seen["rolls"] / PIPS]
        numbers += [seen["night"] / (NIGHTS * seats), seen["draw_size"] / len(CARD)]
        numbers += [float(seen["shuffles"] > 0), float(seen["may_decline_chip"])]
        numbers += chips(seen["bag"]) + chips(seen["bank"])
        numbers += one_hot(SUIT[last["suit"]] if last else None, len(SUIT))
        for seat in (seen["active"], seen["starter"], seen["excuse"], last and last["last_seat"]):
            numbers += seat_hot(seat, order)
        numbers += flags(seat in seen["to_act"] for seat in order)
        numbers += scaled((seen["scores"][seat] for seat in order), POINTS_MOST)
        for seat in order:
            numbers += chips(seen["lairs"][seat])
        return numbers


class SecondStory2(SecondStory):
    """The rules with an order of the deck for each seat, whose hidden part tells nobody more."""

    rules_id = "second-story@2"
