"""The tiles of Pickpocket, for the tests of the contract."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core import Event, Seat, Viewer
from games.pickpocket.events import (
    BagFilled,
    GloveTileTaken,
    GuardAppeared,
    HandsDealt,
    TileDrawn,
    TilePlayed,
)
from games.pickpocket.model import OVER, State
from games.pickpocket.moves import CHOOSE
from games.pickpocket.tiles import LOOTS, POWERS, guard


class Place(NamedTuple):
    """Where a tile stands in the history's deals."""

    seat: Seat | None
    """Whose hand it was dealt to; None for the bag."""
    position: int


class PickpocketMaterial:
    """Loot and guards, in hands, in the bag, in the row, beside the board and discarded."""

    def pieces(self, state: State) -> list[int]:
        """Return every tile."""
        loot = [tile for hand in state.hands for tile in hand]
        guards = map(guard, (*state.guards, *state.past_guards))
        return sorted([*loot, *state.bag, *state.row, *state.discard, *guards])

    def moves(self, _state: State) -> Sequence[int]:
        """Return every move there is, and numbers that are none."""
        return range(-1, CHOOSE + len(POWERS.names) + 2)

    def other_worlds(
        self, events: Sequence[Event], state: State, viewer: Viewer, rng: random.Random
    ) -> Iterator[list[Event]]:
        """Shuffle the tiles that nobody but their owner, or nobody at all, has seen."""
        held, bag = hidden_places(events, state, viewer)
        tiles = {place: tile_at(events, place) for place in (*held, *bag)}
        loot = [tile for tile in tiles.values() if tile < LOOTS]
        guards = [tile for tile in tiles.values() if tile >= LOOTS]
        for _ in range(2):
            rng.shuffle(loot)
            rest = [*loot[len(held) :], *guards]
            rng.shuffle(rest)
            moved = dict(zip((*held, *bag), (*loot[: len(held)], *rest), strict=True))
            yield renamed(events, moved)


def hidden_places(
    events: Sequence[Event], state: State, viewer: Viewer
) -> tuple[list[Place], list[Place]]:
    """Return where the tiles in others' hands came from, and those still in the bag."""
    held: dict[Seat, list[Place]] = {}
    drawn = 0
    for event in events:
        if isinstance(event, HandsDealt):
            for seat, hand in enumerate(event.hands):
                held[seat] = [Place(seat, position) for position in range(len(hand))]
        elif isinstance(event, TilePlayed):
            places = held[event.seat]
            places.remove(next(place for place in places if tile_at(events, place) == event.tile))
        elif isinstance(event, TileDrawn | GuardAppeared | GloveTileTaken):
            if isinstance(event, GloveTileTaken):
                held[event.seat].append(Place(None, drawn))
            drawn += 1
    hands = {} if state.phase == OVER else held
    others = [place for seat, places in hands.items() if seat != viewer for place in places]
    return others, [Place(None, position) for position in range(drawn, drawn + len(state.bag))]


def tile_at(events: Sequence[Event], place: Place) -> int:
    """Return the tile that was dealt there."""
    if place.seat is None:
        return next(it for it in events if isinstance(it, BagFilled)).order[place.position]
    return next(it for it in events if isinstance(it, HandsDealt)).hands[place.seat][place.position]


def renamed(events: Sequence[Event], moved: dict[Place, int]) -> list[Event]:
    """Return the history with other tiles in those places."""
    other: list[Event] = []
    drawn = 0
    for event in events:
        told = event
        if isinstance(event, HandsDealt):
            hands = [
                tuple(moved.get(Place(seat, at), tile) for at, tile in enumerate(hand))
                for seat, hand in enumerate(event.hands)
            ]
            told = HandsDealt(tuple(hands))
        elif isinstance(event, BagFilled):
            tiles = [moved.get(Place(None, at), tile) for at, tile in enumerate(event.order)]
            told = BagFilled(tuple(tiles))
        elif isinstance(event, GloveTileTaken):
            told = GloveTileTaken(event.seat, moved.get(Place(None, drawn), event.tile))
        drawn += isinstance(event, TileDrawn | GuardAppeared | GloveTileTaken)
        other.append(told)
    return other


MATERIAL = PickpocketMaterial()
