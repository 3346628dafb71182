"""Moves of Pickpocket: numbers inside, objects with a type for clients.

A tile of the hand that is played is its own number; the other moves are named below.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from games.codec import Codec
from games.core import IllegalMoveError, Seat, WireError
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from games.pickpocket.model import DOUBLE, NOBODY, POWER, REDRAW, TURN, State
from games.pickpocket.tiles import BEER, LOOT, LOOTS, POWERS, SHOWN, Loot, Power

DRAW: Final = LOOTS
DRINK: Final = LOOTS + 1
USE_REDRAW: Final = LOOTS + 2
DECLINE_REDRAW: Final = LOOTS + 3
LEAVE: Final = LOOTS + 4
"""Leave and lay nobody down; LEAVE + 1 + s lays seat s down."""
CHOOSE: Final = LEAVE + 1 + 6
"""CHOOSE + p takes the power p."""


class ChoosePower(msgspec.Struct, frozen=True):
    """Take a power for the night."""

    power: Power


class DrawTile(msgspec.Struct, frozen=True):
    """Draw the next tile of the bag."""


class PlayTile(msgspec.Struct, frozen=True):
    """Play a tile from the hand."""

    tile: Loot


class Leave(msgspec.Struct, frozen=True):
    """Leave the tavern; `lay_down` is the seat that loses its warning, null for none."""

    lay_down: int | None


class DrinkBeer(msgspec.Struct, frozen=True):
    """Drink a beer instead of adding a tile."""


class UseRedraw(msgspec.Struct, frozen=True):
    """Draw another tile after being caught."""


class DeclineRedraw(msgspec.Struct, frozen=True):
    """Be caught, and keep the power."""


MOVES: Codec[msgspec.Struct] = Codec(
    {
        "choose_power": ChoosePower,
        "draw_tile": DrawTile,
        "play_tile": PlayTile,
        "leave": Leave,
        "drink_beer": DrinkBeer,
        "use_redraw": UseRedraw,
        "decline_redraw": DeclineRedraw,
    }
)
PLAIN = {
    DrawTile: DRAW,
    DrinkBeer: DRINK,
    UseRedraw: USE_REDRAW,
    DeclineRedraw: DECLINE_REDRAW,
}
PLAIN_NAMES = {number: MOVES.name(move()) for move, number in PLAIN.items()}
"""Moves without fields."""


def legal_moves(state: State, seat: Seat) -> list[int]:
    """Return the legal moves of a seat that has to act, in canonical order.

    Drawing, the tiles of the hand that carry on an open line (PK-8; if none does, the bag is left,
    PK-50), leaving at any time (PK-4, PK-55), the beer. The last thief cannot leave (PK-14), and
    takes both steps of stop-or-double from bag or hand as he likes (PK-15).
    """
    if state.phase == POWER:
        return [CHOOSE + power for power, holder in enumerate(state.holders) if holder == NOBODY]
    if state.phase == REDRAW:
        return [USE_REDRAW, DECLINE_REDRAW]
    moves = [DRAW]
    last, open_lines = -1, state.open
    for tile in state.hands[seat]:
        if tile != last and SHOWN[tile] & open_lines:
            moves.append(tile)
        last = tile
    if state.phase == TURN:
        moves += leaving(state, seat)
    if state.holders[BEER] == seat and not state.beer_drunk:
        moves.append(DRINK)
    return moves


def leaving(state: State, seat: Seat) -> list[int]:
    """Return how a seat may leave: it must lay a rival down if one stands (D3, PK-28)."""
    rivals = state.rivals_standing(seat)
    if not rivals:
        return [LEAVE]
    return [LEAVE + 1 + rival for rival in range(state.seats) if rivals >> rival & 1]


def laid_down(move: int) -> Seat:
    """Return whom a leaving move lays down, or NOBODY."""
    return move - LEAVE - 1 if move > LEAVE else NOBODY


def neutral_move(state: State, seat: Seat) -> int:
    """Return what is done for a seat whose time has run out.

    It leaves with what there is, and lays down the next rival clockwise if it must; in
    stop-or-double it draws, so that its hand stays its own to decide on. A caught thief who
    stands lets the warning come; another draws again. The first power left is taken.
    """
    moves = legal_moves(state, seat)
    if state.phase == TURN:
        exits = leaving(state, seat)
        return min(exits, key=lambda move: (laid_down(move) - seat) % state.seats)
    if state.phase == REDRAW and state.standing >> seat & 1:
        return DECLINE_REDRAW
    return moves[0]


def move_data(move: int) -> JsonObject:
    """Return the move as clients send it."""
    if move < LOOTS:
        return {"type": "play_tile", "tile": LOOT.names[move]}
    if move in PLAIN_NAMES:
        return {"type": PLAIN_NAMES[move]}
    if move < CHOOSE:
        return {"type": "leave", "lay_down": None if move == LEAVE else laid_down(move)}
    return {"type": "choose_power", "power": POWERS.names[move - CHOOSE]}


ALLOWED: Mapping[int, tuple[str, ...]] = {
    POWER: ("choose_power",),
    TURN: ("draw_tile", "play_tile", "leave", "drink_beer"),
    REDRAW: ("use_redraw", "decline_redraw"),
    DOUBLE: ("draw_tile", "play_tile", "drink_beer"),
}
"""The types of moves by phase."""


def parse_move(state: State, data: JsonMapping) -> int:
    """Return the move that a client sent; raise IllegalMoveError."""
    allowed = ALLOWED.get(state.phase)
    if allowed is None:
        raise IllegalMoveError("no move can be made now")
    fields = dict(data)
    kind = fields.pop("type", None)
    if kind not in allowed:
        if kind == "leave":
            raise IllegalMoveError("the last thief cannot leave, and must play stop-or-double")
        message = Message("the move must be of type %(types)s now", types=" or ".join(allowed))
        raise IllegalMoveError(message)
    try:
        return _number(state, MOVES.parse(kind, fields))
    except WireError as error:
        raise IllegalMoveError(str(error)) from error


def _number(state: State, move: msgspec.Struct) -> int:
    if isinstance(move, PlayTile):
        return move.tile
    if isinstance(move, ChoosePower):
        return CHOOSE + move.power
    if not isinstance(move, Leave):
        return PLAIN[type(move)]
    if move.lay_down is None:
        return LEAVE
    if not 0 <= move.lay_down < state.seats:
        message = Message("there is no seat %(seat)s", seat=move.lay_down)
        raise IllegalMoveError(message)
    return LEAVE + 1 + move.lay_down
