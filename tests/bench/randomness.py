"""Random play: the cheapest chance and the cheapest player, so that the rules are measured."""

from collections.abc import Callable
from random import Random
from typing import Any

from bots.chance import RandomChance
from games.core import AnyRules, replay


def seats_of(rules: AnyRules) -> int:
    """Return at how many seats a game is measured: four, or the nearest that it takes."""
    return max(rules.seats_min, min(4, rules.seats_max))


def playouts(rules: AnyRules, seed: int) -> Callable[[], int]:
    """Return the work of playing one match by random moves, each judged; its units are moves."""
    choose, chance, new_state = _table(rules, seed)
    decide, evolve, to_act, legal = rules.decide, rules.evolve, rules.to_act, rules.legal_moves

    def playout() -> int:
        state = new_state()
        moves = 0
        events = rules.opening_events(state, chance)
        while True:
            for event in events:
                evolve(state, event)
            acting = to_act(state)
            if not acting:
                return moves
            seat = acting[0]
            choices = legal(state, seat)
            events = decide(state, seat, choices[int(choose() * len(choices))], chance)
            moves += 1

    return playout


def unjudged(rules: AnyRules, seed: int) -> Callable[[], int]:
    """Return the same work as a search does it, which knows that its moves are legal."""
    choose, chance, new_state = _table(rules, seed)
    make, to_act, legal = rules.apply_move, rules.to_act, rules.legal_moves

    def playout() -> int:
        state = new_state()
        replay(rules, state, rules.opening_events(state, chance))
        moves = 0
        while acting := to_act(state):
            seat = acting[0]
            choices = legal(state, seat)
            make(state, seat, choices[int(choose() * len(choices))], chance)
            moves += 1
        return moves

    return playout


def _table(
    rules: AnyRules, seed: int
) -> tuple[Callable[[], float], RandomChance, Callable[[], Any]]:
    """Return what chooses, the chance, and what makes the state of a new match."""
    random = Random(seed)
    seats = seats_of(rules)
    options = rules.check_options(seats, {})
    return random.random, RandomChance(random), lambda: rules.new_state(seats, options)
