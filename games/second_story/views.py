"""What each viewer may know of a match of Second Story: all but the order of the deck."""

from collections.abc import Iterable
from typing import TypedDict

from games.core import ALL, Event, Seat, Viewer
from games.json_types import JsonObject
from games.second_story.cards import CARDS, SUITS
from games.second_story.events import APPROACHES, DeckShuffled, OrderDrawn
from games.second_story.model import NOBODY, NOTHING, PHASES, State
from games.second_story.scoring import score

NAMES = CARDS.names

Counts = dict[str, int]
"""Chips by suit, every suit included where nothing else is said."""


class Roll(TypedDict):
    """The last roll in this house."""

    dice: list[int]
    need: int
    success: bool


class LastNight(TypedDict):
    """Which suit ran out, and who plays the last turn."""

    suit: str
    last_seat: int


class View(TypedDict):
    """Second Story as one viewer sees it; lists go by seat, cards are named `7SK`.

    `street` holds the cards flipped this night, its last one being the house that is robbed;
    `street_chips` what each of them has put into the bag, only the suits that it changed: an Ace
    may have taken one out (-1).
    `draw`, the cards to come, is for ALL only. `excuse` is the seat whose lair it is in.
    """

    seat: int | None
    phase: str
    to_act: list[int]
    starter: int | None
    night: int
    active: int | None
    street: list[str]
    street_chips: list[Counts]
    approach: str | None
    flats: int | None
    roll: Roll | None
    rolls: int
    bag: Counts
    lairs: list[Counts]
    bank: Counts
    excuse: int | None
    draw_size: int
    draw: list[str] | None
    discard: list[str]
    shuffles: int
    last_night: LastNight | None
    scores: list[int]
    deck: list[str]
    may_decline_chip: bool


class PersonalView(View):
    """Second Story by `second-story@2` as one viewer sees it.

    `draw` has the cards in the order in which the active seat comes upon them tonight.
    """

    rolls_here: int
    """How many of the rolls were made in this house."""


def view(state: State, viewer: Viewer) -> View:
    """Return what the viewer may know; lairs, bag, bank and the piles are open to everybody."""
    return {
        "seat": viewer if viewer >= 0 else None,
        "phase": PHASES[state.phase],
        "to_act": list(state.acting),
        "starter": _seat(state.starter),
        "night": state.night,
        "active": _seat(state.active),
        "street": _names(state.street),
        "street_chips": [
            {SUITS.names[suit]: change for suit in suits} for suits, change in state.gains
        ],
        "approach": None if state.approach == NOTHING else APPROACHES.names[state.approach],
        "flats": state.flats or None,
        "roll": _roll(state),
        "rolls": state.rolls,
        "bag": _counts(state.bag),
        "lairs": [_counts(lair) for lair in state.lairs],
        "bank": _counts(state.bank),
        "excuse": _seat(state.excuse_seat),
        "draw_size": len(state.draw),
        "draw": _names(state.draw) if viewer == ALL else None,
        "discard": _names(state.discard),
        "shuffles": state.shuffles,
        "last_night": _last_night(state),
        "scores": [score(lair) for lair in state.lairs],
        "deck": _names(state.deck),
        "may_decline_chip": state.may_decline,
    }


def _seat(seat: Seat) -> Seat | None:
    return seat if seat != NOBODY else None


def _names(cards: Iterable[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _counts(chips: list[int]) -> Counts:
    return dict(zip(SUITS.names, chips, strict=True))


def _roll(state: State) -> Roll | None:
    if not state.dice:
        return None
    success = max(state.dice) >= state.need
    return {"dice": list(state.dice), "need": state.need, "success": success}


def _last_night(state: State) -> LastNight | None:
    if state.last_seat == NOBODY:
        return None
    return {"suit": SUITS.names[state.last_suit], "last_seat": state.last_seat}


def redact(event: Event, data: JsonObject, viewer: Viewer) -> JsonObject:
    """Return the event's data as the viewer may see it: of an order only the number of cards."""
    if isinstance(event, DeckShuffled | OrderDrawn) and viewer != ALL:
        data["order"] = len(event.order)
    return data
