"""OpenSpiel, whose engines are C++, played from Python as its users do."""

from collections.abc import Callable
from random import Random

import pyspiel


def playouts(game_name: str, seed: int) -> Callable[[], int]:
    """Return the work of playing one game at random; its units are the players' decisions.

    The nodes of chance, here all uniform, are played by the cheapest way and not counted.
    """
    game = pyspiel.load_game(game_name)
    choose = Random(seed).random

    def playout() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                moves += 1
            state.apply_action(actions[int(choose() * len(actions))])
        return moves

    return playout
