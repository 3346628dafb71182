"""Why there is no analysis."""

from api.problems import Problem
from games.messages import Message


def luck_not_offered() -> Problem:
    """Say that the luck of this match is not told."""
    return Problem(
        "luck_not_offered",
        Message(
            "The luck of this match is not shown: in this game the draws explain too little, or"
            " the match was called off or played elsewhere."
        ),
    )
