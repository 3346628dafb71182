"""The moves of Sticky Fingers: tuples inside, objects with a type in JSON.

A token's square is part of its move inside, also where the rules leave no choice of it.
"""

from typing import Final

import msgspec

from games.core import Event, IllegalMoveError, Seat, WireError
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from games.sticky_fingers.cards import CITY, HARBOR, MUSEUM, RUIN, VILLA
from games.sticky_fingers.dataset import SQUARES
from games.sticky_fingers.events import (
    ActionPassed,
    LootSold,
    LootStolen,
    ScoundrelChosen,
    TokenPlaced,
    ToolsExchanged,
    ToolsTaken,
)
from games.sticky_fingers.model import ACT, CHOOSE, NOBODY, PLACE, Move, State
from games.sticky_fingers.wire import (
    CHOSEN_SQUARES,
    MOVES,
    ChooseScoundrel,
    ExchangeTools,
    Pass,
    PlaceToken,
    PlaceTokenOn,
    SellLoot,
    StealLoot,
    TakeTools,
)

PASS: Final = 0
"""(PASS,)"""
PICK: Final = 1
"""(PICK, scoundrel)"""
PUT: Final = 2
"""(PUT, place, square)"""
TAKE: Final = 3
"""(TAKE, tools in ascending order)"""
STEAL: Final = 4
"""(STEAL, slot, with the scoundrel's tool)"""
EXCHANGE: Final = 5
"""(EXCHANGE, square, tools in ascending order)"""
SELL: Final = 6
"""(SELL, fence, loot in ascending order)"""

TYPES = (
    "pass",
    "choose_scoundrel",
    "place_token",
    "take_tools",
    "steal_loot",
    "exchange_tools",
    "sell_loot",
)
"""What each kind is called in JSON."""

ACTIONS = {CITY: TAKE, VILLA: STEAL, RUIN: EXCHANGE, MUSEUM: STEAL, HARBOR: SELL}
"""What a token does at each place, besides passing."""


def schema() -> JsonObject:
    """Return the JSON schema of any move."""
    every, chosen = MOVES.tagged_schema(), CHOSEN_SQUARES.tagged_schema()
    return {"oneOf": [*every["oneOf"], *chosen["oneOf"]]}


def wanted(state: State) -> tuple[int, ...]:
    """Return the kinds of move that can be made now, the main one first."""
    if state.phase == CHOOSE:
        return (PICK,)
    if state.phase == PLACE:
        return (PUT,)
    return (ACTIONS[state.place], PASS) if state.phase == ACT else ()


def to_wire(state: State, move: Move) -> JsonObject:
    """Return the move as clients send it."""
    kind = move[0]
    codec = CHOSEN_SQUARES if kind == PUT and state.chosen_squares else MOVES
    return {"type": TYPES[kind], **codec.data(_record(state, move))}


def _record(state: State, move: Move) -> msgspec.Struct:
    kind, *fields = move
    if kind == PUT:
        return PlaceTokenOn(*fields) if state.chosen_squares else PlaceToken(fields[0])
    records = (Pass, ChooseScoundrel, PlaceToken, TakeTools, StealLoot, ExchangeTools, SellLoot)
    return records[kind](*fields)


def from_wire(state: State, data: JsonMapping) -> Move:
    """Return the move that a client sent; raise IllegalMoveError for what is none now."""
    kinds = wanted(state)
    if not kinds:
        raise IllegalMoveError("no move can be made now")
    fields = dict(data)
    name = fields.pop("type", None)
    if name not in [TYPES[kind] for kind in kinds]:
        message = Message(
            "the move must be of type %(types)s now",
            types=" or ".join(TYPES[kind] for kind in kinds),
        )
        raise IllegalMoveError(message)
    codec = CHOSEN_SQUARES if name == TYPES[PUT] and state.chosen_squares else MOVES
    try:
        return _move(state, codec.parse(name, fields))
    except WireError as error:
        raise IllegalMoveError(str(error)) from error


def _move(state: State, record: msgspec.Struct) -> Move:  # noqa: PLR0911  # One a kind.
    match record:
        case ChooseScoundrel(scoundrel=scoundrel):
            return (PICK, scoundrel)
        case PlaceToken(place=place):
            return (PUT, place, first_free(state, place))
        case PlaceTokenOn(place=place, square=square):
            return (PUT, place, square)
        case TakeTools(tools=tools):
            return (TAKE, tuple(sorted(tools)))
        case StealLoot(slot=slot, with_scoundrel=with_scoundrel):
            return (STEAL, slot, with_scoundrel)
        case ExchangeTools(square=square, tools=tools):
            return (EXCHANGE, square, tuple(sorted(tools)))
        case SellLoot(fence=fence, loot=loot):
            return (SELL, fence, tuple(sorted(loot)))
    return (PASS,)


def first_free(state: State, place: int) -> int:
    """Return the place's first free square, SQUARES where all are taken (SF-1)."""
    start = place * SQUARES
    squares = state.squares[start : start + SQUARES]
    return squares.index(NOBODY) if NOBODY in squares else SQUARES


def decision(event: Event) -> tuple[Seat, Move] | None:  # noqa: PLR0911  # One a kind.
    """Return the seat and the move that the event records; None for what a move sets off."""
    match event:
        case ScoundrelChosen(seat=seat, scoundrel=scoundrel):
            return seat, (PICK, scoundrel)
        case TokenPlaced(seat=seat, place=place, square=square):
            return seat, (PUT, place, square)
        case ToolsTaken(seat=seat, tools=tools):
            return seat, (TAKE, tools)
        case LootStolen(seat=seat, slot=slot, with_scoundrel=with_scoundrel):
            return seat, (STEAL, slot, with_scoundrel)
        case ToolsExchanged(seat=seat, square=square, tools=tools):
            return seat, (EXCHANGE, square, tools)
        case LootSold(seat=seat, fence=fence, loot=loot):
            return seat, (SELL, fence, loot)
        case ActionPassed(seat=seat):
            return seat, (PASS,)
    return None
