"""Every way in which a puzzle says no."""

from api.problems import Problem
from games.messages import Message
from matches import refusals as matches


def not_found() -> Problem:
    """Say that there is no such puzzle, or none that is open yet."""
    return Problem("not_found", Message("This puzzle does not exist, or is not open yet."))


def no_game(game: str) -> Problem:
    """Say that there is no such game."""
    return Problem("not_found", Message("There is no game %(game)s here.", game=game))


illegal_move = matches.illegal_move
