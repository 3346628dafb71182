"""Shuffle again what nobody can see."""

from games.chance import Chance
from games.second_story.model import State


def determinise(state: State, chance: Chance) -> State:
    """Return a state that nobody can tell from this one: the cards to come in another order."""
    imagined = state.copy()
    imagined.draw = tuple(chance.shuffle("imagine", sorted(state.draw)))
    return imagined
