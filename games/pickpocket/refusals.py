"""Why a move is refused, in words for the person who made it."""

from games.core import Seat
from games.messages import Message
from games.pickpocket.model import DOUBLE, POWER, REDRAW, State
from games.pickpocket.moves import CHOOSE, DRINK, LEAVE, laid_down, leaving
from games.pickpocket.tiles import BEER, LOOT, LOOTS, POWERS


def reason(state: State, seat: Seat, move: int) -> str:
    """Return why the move of a seat that has to act is not legal."""
    if state.phase == POWER:
        return _unchosen(state, move)
    if state.phase == REDRAW:
        return Message("you were caught, and must decide whether to draw again")
    if 0 <= move < LOOTS:
        return _unplayable(state, seat, move)
    if LEAVE <= move < CHOOSE:
        return _kept_in(state, seat, move)
    return _no_beer(state, seat) if move == DRINK else Message("that cannot be done now")


def _unchosen(state: State, move: int) -> str:
    if CHOOSE <= move < CHOOSE + len(POWERS.names):
        return Message(
            "seat %(seat)s has taken that power for tonight", seat=state.holders[move - CHOOSE]
        )
    return Message("you must choose a power first")


def _unplayable(state: State, seat: Seat, tile: int) -> str:
    if tile not in state.hands[seat]:
        return Message("there is no %(loot)s in your hand", loot=LOOT.names[tile])
    return Message("%(loot)s does not extend any unbroken line", loot=LOOT.names[tile])


def _kept_in(state: State, seat: Seat, move: int) -> str:
    if state.phase == DOUBLE:
        return Message("the last thief cannot leave, and must play stop-or-double")
    if leaving(state, seat) == [LEAVE]:
        return Message("nobody can be knocked down: lay_down must be null")
    if move == LEAVE:
        return Message("lay_down must name a rival who is inside")
    return Message("seat %(seat)s is not a rival who is inside", seat=laid_down(move))


def _no_beer(state: State, seat: Seat) -> str:
    if state.holders[BEER] != seat:
        return Message("you do not have the beer tonight")
    return Message("you have already had your beer tonight")
