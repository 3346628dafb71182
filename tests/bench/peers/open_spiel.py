"""OpenSpiel, whose engines are C++, played from Python as its users do."""

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel


def by_outcomes(game_name: str, seed: int) -> Callable[[], int]:
    """Return the work of playing one game at random; its units are the players' decisions.

    A node of chance is asked for its outcomes, as the library has it. Here all are equally
    likely, so that any of them is taken; they are not counted.
    """
    game, choose = pyspiel.load_game(game_name), Random(seed).random

    def playout() -> int:
        state: Any = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action, _ = outcomes[int(choose() * len(outcomes))]
            else:
                actions = state.legal_actions()
                action = actions[int(choose() * len(actions))]
                moves += 1
            state.apply_action(action)
        return moves

    return playout


def by_actions(game_name: str, seed: int) -> Callable[[], int]:
    """Return the same work by a short cut: chance too takes any action that is possible.

    That holds only while all outcomes are equally likely, and spares a pair for each of them.
    """
    game, choose = pyspiel.load_game(game_name), Random(seed).random

    def playout() -> int:
        state: Any = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                moves += 1
            state.apply_action(actions[int(choose() * len(actions))])
        return moves

    return playout
