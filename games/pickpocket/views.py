"""What each viewer may know of a match of Pickpocket."""

from collections.abc import Iterable
from typing import TypedDict

from games.core import ALL, Event, Seat, Viewer
from games.json_types import JsonObject
from games.pickpocket.events import BagFilled, GloveTileTaken, HandsDealt, OrdersDrawn
from games.pickpocket.model import (
    DOUBLE,
    NO_TILE,
    NOBODY,
    OVER,
    PHASES,
    POWER,
    PersonalState,
    State,
)
from games.pickpocket.scoring import exit_of, loot_value
from games.pickpocket.tiles import GUARDS, LINES, LOOT, POWERS, TILES


class View(TypedDict):
    """Pickpocket as one viewer sees it.

    Lists go by seat where nothing else is said. Loot tiles are named by their elements, `PKV`;
    guards are told by their values.
    """

    seat: int | None
    phase: str
    """`power`, `turn`, `redraw` (a caught thief decides), `double` (stop-or-double) or `over`."""
    night: int
    starter: int
    prince: int | None
    to_act: list[int]
    hand: list[str] | None
    hands: list[list[str]] | None
    """Open after the end."""
    hand_sizes: list[int]
    hand_values: list[int] | None
    """What each hand was worth; null before the end."""
    row: list[str]
    """The loot from the merchant on."""
    open_lines: list[str]
    elements: list[int]
    """Elements in the row by line, from purses to jewels; those of broken lines are worth 0."""
    loot: int
    """What the loot is worth, without guards and powers."""
    guards: list[int]
    """Values of tonight's guards."""
    past_guards: list[int]
    guards_left: int
    inside: list[bool]
    lying: list[bool]
    """Who is inside without a warning left; nobody where there are no warnings."""
    left_with: list[int | None]
    """Points that a seat has left with tonight; null for who is inside, and who was caught.

    After the end, those of the last night.
    """
    exit_points: list[int | None]
    """What leaving now would pay each seat that is inside, its powers included; else null.

    In stop-or-double, which nobody leaves before two tiles, with the elements doubled.
    """
    powers: list[list[str]]
    powers_free: list[str]
    """What may still be chosen, in the power phase."""
    power_queue: list[int]
    """Seats that have yet to choose, in this order."""
    beer_drunk: bool
    redraw_used: bool
    caught: str | None
    """The tile that a thief was caught with, who has to say whether he draws again."""
    double_steps: int | None
    """How many of the two steps are done; null outside stop-or-double."""
    scores: list[int]
    stack: list[int]
    """Seats by when their markers last moved, the longest ago first."""
    bag: list[str] | None
    bag_size: int
    discard: list[str]


class PersonalView(View):
    """Pickpocket by `pickpocket@2` as one viewer sees it.

    `bag` has the tiles in the order in which the seat to act would draw them.
    """

    orders: list[list[int]] | None
    """By seat, the places in `bag`, from 0, of the tiles that it would draw, the next one first."""


def personal_view(state: PersonalState, viewer: Viewer) -> PersonalView:
    """Return what the viewer may know; the orders of the bag are for ALL."""
    shown = view(state, viewer)
    if viewer != ALL:
        return {**shown, "orders": None}
    orders = [order[::-1] for order in state.orders]
    first = orders[state.acting[0] if state.acting else 0]
    places = {piece: place for place, piece in enumerate(first)}
    bag = [TILES.names[state.pieces[piece]] for piece in first]
    return {**shown, "bag": bag, "orders": [[places[each] for each in order] for order in orders]}


def view(state: State, viewer: Viewer) -> View:
    """Return what the viewer may know: all but the others' hands (PK-48) and the bag's order.

    What has been played and discarded is open, also that of earlier nights.
    """
    every = viewer == ALL
    seats = range(state.seats)
    return {
        "seat": viewer if viewer >= 0 else None,
        "phase": PHASES[state.phase],
        "night": state.night,
        "starter": state.starter,
        "prince": None if state.prince == NOBODY else state.prince,
        "to_act": list(state.acting),
        "hand": _names(state.hands[viewer]) if viewer >= 0 else None,
        "hands": list(map(_names, state.hands)) if every or state.phase == OVER else None,
        "hand_sizes": list(map(len, state.hands)),
        "hand_values": list(state.hand_values) if state.phase == OVER else None,
        "row": _names(state.row),
        "open_lines": [line for bit, line in enumerate(LINES) if state.open >> bit & 1],
        "elements": list(state.counts),
        "loot": loot_value(state),
        "guards": list(state.guards),
        "past_guards": list(state.past_guards),
        "guards_left": GUARDS - state.guards_shown(),
        "inside": _flags(state, state.inside),
        "lying": _flags(state, state.inside & ~state.standing if state.warns else 0),
        "left_with": list(state.left_with),
        "exit_points": [_exit_points(state, seat) for seat in seats],
        "powers": [_powers(state, seat) for seat in seats],
        "powers_free": _powers(state, NOBODY) if state.phase == POWER else [],
        "power_queue": list(state.queue),
        "beer_drunk": state.beer_drunk,
        "redraw_used": state.redrawn,
        "caught": None if state.caught == NO_TILE else LOOT.names[state.caught],
        "double_steps": state.steps if _doubling(state) else None,
        "scores": list(state.scores),
        "stack": list(state.arrivals),
        "bag": [TILES.names[tile] for tile in reversed(state.bag)] if every else None,
        "bag_size": len(state.bag),
        "discard": _names(sorted(state.discard)),
    }


def _names(tiles: Iterable[int]) -> list[str]:
    return [LOOT.names[tile] for tile in tiles]


def _exit_points(state: State, seat: Seat) -> int | None:
    if not state.inside >> seat & 1:
        return None
    return exit_of(state, seat, doubled=_doubling(state)).points


def _flags(state: State, seats: int) -> list[bool]:
    return [bool(seats >> seat & 1) for seat in range(state.seats)]


def _powers(state: State, holder: Seat) -> list[str]:
    return [POWERS.names[power] for power, seat in enumerate(state.holders) if seat == holder]


def _doubling(state: State) -> bool:
    """Tell whether stop-or-double runs, also while its thief decides on a redraw."""
    return state.phase == DOUBLE or (state.caught != NO_TILE and state.alone())


def redact(event: Event, data: JsonObject, viewer: Viewer) -> JsonObject:
    """Return the event's data as the viewer may see it; `data` is the whole of it."""
    if viewer == ALL:
        return data
    if isinstance(event, HandsDealt):
        hands = data["hands"]
        data["hands"] = [hand if seat == viewer else len(hand) for seat, hand in enumerate(hands)]
    elif isinstance(event, BagFilled):
        data["order"] = len(event.order)
    elif isinstance(event, OrdersDrawn):
        data["tiles"] = len(event.tiles)
        data["orders"] = list(map(len, event.orders))
    elif isinstance(event, GloveTileTaken) and event.seat != viewer:
        data["tile"] = None
    return data
