"""Random play: the cheapest chance and the cheapest player, so that the rules are measured."""

from collections.abc import Callable
from random import Random
from typing import Any

from bots.chance import RandomChance
from games.core import Rules, replay

AnyRules = Rules[Any, Any, Any]


def seats_of(rules: AnyRules) -> int:
    """Return at how many seats a game is measured: four, or the nearest that it takes."""
    return max(rules.seats_min, min(4, rules.seats_max))


def playouts(rules: AnyRules, seed: int) -> Callable[[], int]:
    """Return the work of playing one match by random legal moves; its units are moves."""
    random = Random(seed)
    choose = random.random
    chance = RandomChance(random)
    seats = seats_of(rules)
    options = rules.check_options(seats, {})
    make, to_act, legal = rules.make, rules.to_act, rules.legal_moves

    def playout() -> int:
        state = rules.new_state(seats, options)
        replay(rules, state, rules.opening(state, chance))
        moves = 0
        while acting := to_act(state):
            seat = acting[0]
            choices = legal(state, seat)
            make(state, seat, choices[int(choose() * len(choices))], chance)
            moves += 1
        return moves

    return playout
