"""Deal again what a seat cannot see."""

from games.chance import Chance
from games.core import Seat
from games.pickpocket.model import OVER, State
from games.pickpocket.tiles import LOOTS


def determinise(state: State, seat: Seat, chance: Chance) -> State:
    """Return a state that the seat cannot tell from this one.

    All loot that it sees nowhere is shuffled; the others' hands are dealt from it, and the rest
    fills the bag with the guards that are left. After the end hands are open.
    """
    imagined = state.copy()
    others = [other for other in range(state.seats) if other != seat and state.phase != OVER]
    hidden = [*state.bag, *(tile for other in others for tile in state.hands[other])]
    loot = chance.shuffle("imagine", sorted(tile for tile in hidden if tile < LOOTS))
    for other in others:
        imagined.hands[other] = sorted(loot.pop() for _ in state.hands[other])
    guards = sorted(tile for tile in hidden if tile >= LOOTS)
    imagined.bag = chance.shuffle("imagine", [*loot, *guards])
    return imagined


def reshuffle(state: State, chance: Chance) -> State:
    """Return the state with another order of the bag, into which nobody has looked."""
    shuffled = state.copy()
    shuffled.bag = chance.shuffle("reshuffle", sorted(state.bag))
    return shuffled
