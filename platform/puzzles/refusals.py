"""Every way in which a puzzle says no."""

from api.problems import Problem
from games.messages import Message
from matches import refusals as matches


def not_found() -> Problem:
    """Say that there is no such puzzle, or none that is open yet."""
    return Problem("not_found", Message("This puzzle does not exist, or is not open yet."))


def no_game(game: str) -> Problem:
    """Say that there is no such game."""
    return Problem("not_found", Message("There is no game called %(game)s here.", game=game))


def too_new() -> Problem:
    """Say that today's puzzle takes an account that is older than it."""
    text = Message(
        "Only accounts older than today's puzzle can answer it today; from tomorrow everyone can."
    )
    return Problem("permission_denied", text)


def tried_already() -> Problem:
    """Say that a stranger has tried a move in today's puzzle, and may not try them all."""
    text = Message(
        "Someone on your network has already tried a move in today's puzzle. Sign in to answer "
        "it, or solve another one; tomorrow you can try every move."
    )
    return Problem("permission_denied", text)


illegal_move = matches.illegal_move
