"""The tiles of Pickpocket, for the tests of the contract."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from games.core import Event, Seat, Viewer
from games.pickpocket.events import (
    BagFilled,
    GloveTileTaken,
    GuardAppeared,
    HandsDealt,
    OrdersDrawn,
    TileDrawn,
    TilePlayed,
)
from games.pickpocket.model import OVER, State
from games.pickpocket.moves import CHOOSE
from games.pickpocket.tiles import LOOTS, POWERS, guard

SEATS_MAX = 6


class Place(NamedTuple):
    """Where a tile stands in the history's deals."""

    seat: Seat | None
    """Whose hand it was dealt to; None for the bag."""
    number: int
    """In the hand; in the bag see `draws`."""


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
            left = frozenset(place.number for place in bag)
            yield [*map(partial(in_other_orders, left=left, rng=rng), renamed(events, moved))]


def draws(events: Sequence[Event]) -> Iterator[tuple[Event, int]]:
    """Yield every event that draws from the bag, and which tile of it is drawn.

    That is its place in the bag's only order, or the number of the piece where there are several.
    """
    orders: Sequence[Sequence[int]] = []
    gone: set[int] = set()
    for event in events:
        if isinstance(event, BagFilled):
            orders = [range(len(event.order))] * SEATS_MAX
        elif isinstance(event, OrdersDrawn):
            orders = event.orders
        elif isinstance(event, TileDrawn | GuardAppeared | GloveTileTaken):
            number = next(each for each in orders[event.seat] if each not in gone)
            gone.add(number)
            yield event, number


def hidden_places(
    events: Sequence[Event], state: State, viewer: Viewer
) -> tuple[list[Place], list[Place]]:
    """Return where the tiles in others' hands came from, and those still in the bag."""
    held: dict[Seat, list[Place]] = {}
    drawn = {id(event): number for event, number in draws(events)}
    for event in events:
        if isinstance(event, HandsDealt):
            for seat, hand in enumerate(event.hands):
                held[seat] = [Place(seat, number) for number in range(len(hand))]
        elif isinstance(event, TilePlayed):
            places = held[event.seat]
            places.remove(next(place for place in places if tile_at(events, place) == event.tile))
        elif isinstance(event, GloveTileTaken):
            held[event.seat].append(Place(None, drawn[id(event)]))
    hands = {} if state.phase == OVER else held
    others = [place for seat, places in hands.items() if seat != viewer for place in places]
    left = range(len(drawn) + len(state.bag))
    gone = set(drawn.values())
    return others, [Place(None, number) for number in left if number not in gone]


def tile_at(events: Sequence[Event], place: Place) -> int:
    """Return the tile that was dealt there."""
    if place.seat is not None:
        dealt = next(it for it in events if isinstance(it, HandsDealt))
        return dealt.hands[place.seat][place.number]
    filled = next(it for it in events if isinstance(it, BagFilled | OrdersDrawn))
    return (filled.order if isinstance(filled, BagFilled) else filled.tiles)[place.number]


def renamed(events: Sequence[Event], moved: dict[Place, int]) -> list[Event]:
    """Return the history with other tiles in those places."""
    other: list[Event] = []
    drawn = {id(event): number for event, number in draws(events)}
    for event in events:
        told = event
        if isinstance(event, HandsDealt):
            hands = [
                tuple(moved.get(Place(seat, at), tile) for at, tile in enumerate(hand))
                for seat, hand in enumerate(event.hands)
            ]
            told = HandsDealt(tuple(hands))
        elif isinstance(event, BagFilled):
            told = BagFilled(in_bag(event.order, moved))
        elif isinstance(event, OrdersDrawn):
            told = OrdersDrawn(in_bag(event.tiles, moved), event.orders)
        elif isinstance(event, GloveTileTaken):
            tile = moved.get(Place(None, drawn[id(event)]), event.tile)
            told = GloveTileTaken(event.seat, tile)
        other.append(told)
    return other


def in_bag(tiles: Sequence[int], moved: dict[Place, int]) -> tuple[int, ...]:
    """Return the tiles of the bag with others in some places."""
    return tuple(moved.get(Place(None, at), tile) for at, tile in enumerate(tiles))


def in_other_orders(event: Event, left: frozenset[int], rng: random.Random) -> Event:
    """Return the event with the pieces that are left in another order for each seat."""
    if not isinstance(event, OrdersDrawn):
        return event
    orders = []
    for order in event.orders:
        coming = [piece for piece in order if piece in left]
        rng.shuffle(coming)
        orders.append(tuple(coming.pop() if piece in left else piece for piece in order))
    return OrdersDrawn(event.tiles, tuple(orders))


MATERIAL = PickpocketMaterial()
