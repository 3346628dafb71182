"""The rules `second-story@2`: each seat comes upon the cards in an order of its own.

The game is that of `second-story@1`, and so are its odds: whatever has happened, each card of the
deck is as likely as any other to be the next one. But what a thief draws and rolls no longer
depends on how much the others drew and rolled before, so that a deal stays much the same at several
tables.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from games.core import Event, Folds, Seat, Viewer
from games.json_types import JsonObject
from games.second_story import views
from games.second_story.effects import Effects
from games.second_story.events import (
    PERSONAL_EVENT_TYPES,
    DeckShuffled,
    NightBegan,
    OrderDrawn,
    StarterDrawn,
)
from games.second_story.folds import PERSONAL_FOLDS
from games.second_story.model import State
from games.second_story.rules import SecondStory


class PersonalEffects(Effects):
    """Draws cards and dice under labels of the seat and its own nights, counted from 1.

    An order is drawn of all cards of the match; of these, those come that are in the deck.
    """

    __slots__ = ()

    folds: ClassVar[Folds[Event, State]] = PERSONAL_FOLDS

    def open(self) -> None:
        """Draw who begins (SS-42), and begin the first night."""
        starter = self.chance.below("starter", self.state.seats)
        self._tell(StarterDrawn(starter))
        self._begin_night(starter)

    def _begin_night(self, seat: Seat) -> None:
        """Begin a night, for which the deck lies in the seat's own order of that night."""
        state = self.state
        self._tell(NightBegan(seat, state.night + 1))
        if state.draw:
            self._tell(OrderDrawn(seat, self._order_of(state.draw, state.shuffles)))
        self._enter()

    def _shuffle(self, pile: tuple[int, ...]) -> None:
        self._tell(DeckShuffled(self._order_of(pile, self.state.shuffles + 1)))

    def _order_of(self, pile: Iterable[int], shuffle: int) -> tuple[int, ...]:
        """Return the cards of a pile in the active seat's order of this night."""
        there = frozenset(pile)
        label = f"deck/{shuffle}/{self._night()}"
        return tuple([c for c in self.chance.shuffle(label, self.state.deck) if c in there])

    def _roll_label(self) -> str:
        """Return the label of the night and the house; of a house's second roll it ends on 2."""
        state = self.state
        label = f"roll/{self._night()}/{len(state.street)}"
        return f"{label}/{state.rolls_here + 1}" if state.rolls_here else label

    def _night(self) -> str:
        """Return the active seat, and how many nights it has had with this one."""
        state = self.state
        return f"{state.active}/{(state.night - 1) // state.seats + 1}"


class SecondStory2(SecondStory):
    """Second Story with an order of the deck for each seat and night."""

    id = "second-story@2"
    variant = "an order for each player"
    event_types = PERSONAL_EVENT_TYPES
    folds = PERSONAL_FOLDS
    course = PersonalEffects

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:
        """Return the table with the first deck, which has no order before a night begins."""
        state = super().set_up(seats, options, dataset)
        state.draw = state.deck
        state.shuffles = 1
        return state

    def evolve(self, state: State, event: Event) -> None:
        """Fold one event into the state, in place."""
        PERSONAL_FOLDS[type(event)](state, event)

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        """Return all of the table but the order of the deck."""
        return {**views.view(state, viewer), "rolls_here": state.rolls_here}

    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""
        return msgspec.json.schema(views.PersonalView)
