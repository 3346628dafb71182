"""Why a move is refused, in words for the person who made it."""

from games.core import Seat
from games.pickpocket.model import DOUBLE, POWER, REDRAW, State
from games.pickpocket.moves import CHOOSE, DRINK, LEAVE, laid_down, leaving
from games.pickpocket.tiles import BEER, LOOT, LOOTS, POWERS


def reason(state: State, seat: Seat, move: int) -> str:
    """Return why the move of a seat that has to act is not legal."""
    if state.phase == POWER:
        return _unchosen(state, move)
    if state.phase == REDRAW:
        return "you were caught, and must decide whether to draw again"
    if 0 <= move < LOOTS:
        return _unplayable(state, seat, move)
    if LEAVE <= move < CHOOSE:
        return _kept_in(state, seat, move)
    return _no_beer(state, seat) if move == DRINK else "that cannot be done now"


def _unchosen(state: State, move: int) -> str:
    if CHOOSE <= move < CHOOSE + len(POWERS.names):
        return f"seat {state.holders[move - CHOOSE]} has taken that power for tonight"
    return "you must choose a power first"


def _unplayable(state: State, seat: Seat, tile: int) -> str:
    if tile not in state.hands[seat]:
        return f"there is no {LOOT.names[tile]} in your hand"
    return f"{LOOT.names[tile]} does not extend any unbroken line"


def _kept_in(state: State, seat: Seat, move: int) -> str:
    if state.phase == DOUBLE:
        return "the last thief cannot leave, and must play stop-or-double"
    if leaving(state, seat) == [LEAVE]:
        return "nobody can be laid down: lay_down must be null"
    if move == LEAVE:
        return "lay_down must name a rival who stands inside"
    return f"seat {laid_down(move)} is no rival who stands inside"


def _no_beer(state: State, seat: Seat) -> str:
    if state.holders[BEER] != seat:
        return "you do not have the beer tonight"
    return "you have already had your beer tonight"
