"""The rules `pickpocket@2`: each seat draws from the bag in an order of its own.

The game is that of `pickpocket@1`, and so are its odds: whatever has happened, each tile of the bag
is as likely as any other to be the next one. But what a thief draws no longer depends on how many
tiles the others drew before, so that a deal stays much the same at several tables.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

import msgspec

from games.chance import Chance
from games.core import Event, Folds, Seat, Viewer
from games.json_types import JsonObject
from games.pickpocket import views
from games.pickpocket.effects import Effects
from games.pickpocket.events import PERSONAL_EVENT_TYPES, OrdersDrawn
from games.pickpocket.folds import PERSONAL_FOLDS
from games.pickpocket.model import PersonalState, State
from games.pickpocket.rules import Pickpocket


class PersonalEffects(Effects):
    """Draws an order of the bag for each seat.

    Equal tiles are told apart. Were they not, those of a kind would come in a row.
    """

    __slots__ = ()

    folds: ClassVar[Folds[Event, State]] = PERSONAL_FOLDS

    def _fill_bag(self, chance: Chance, tiles: Sequence[int]) -> None:
        pieces = range(len(tiles))
        orders = [tuple(chance.shuffle(f"bag/{s}", pieces)) for s in range(self.state.seats)]
        self.emit(OrdersDrawn(tuple(sorted(tiles)), tuple(orders)))


class Pickpocket2(Pickpocket):
    """Pickpocket with an order of the bag for each seat."""

    id = "pickpocket@2"
    variant = "an order for each player"
    event_types = PERSONAL_EVENT_TYPES
    folds = PERSONAL_FOLDS
    course = PersonalEffects

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:
        """Return an empty tavern."""
        return PersonalState(dataset, seats, options)

    def evolve(self, state: State, event: Event) -> None:
        """Fold one event into the state, in place."""
        PERSONAL_FOLDS[type(event)](state, event)

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        """Return all that the viewer may know: not the others' hands nor the bag (PK-48)."""
        return {**views.personal_view(cast("PersonalState", state), viewer)}

    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""
        return msgspec.json.schema(views.PersonalView)

    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:
        """Deal the others' hands and fill the bag again, in one order for all."""
        return of_one_pile(super().determinise(state, seat, chance))

    def reshuffle(self, state: State, chance: Chance) -> State:
        """Shuffle the bag, in one order for all."""
        return of_one_pile(super().reshuffle(state, chance))


def of_one_pile(state: State) -> State:
    """Return an imagined state in which all seats draw in the order in which its bag lies.

    What each draws has the same odds as by orders of their own.
    """
    imagined = cast("PersonalState", state)
    imagined.pieces = tuple(imagined.bag)
    pieces = list(range(len(imagined.pieces)))
    imagined.orders = [pieces[:] for _ in range(imagined.seats)]
    imagined.bag.sort()
    return imagined
