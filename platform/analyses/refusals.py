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


def not_finished() -> Problem:
    """Say that only what was played here to its end is reviewed."""
    return Problem(
        "match_not_over",
        Message("Decisions are reviewed once the match has been played here to its end."),
    )


def guests() -> Problem:
    """Say that only accounts have their decisions reviewed."""
    return Problem(
        "guests_not_allowed",
        Message("Guests cannot have their decisions reviewed. Sign up; you keep your matches."),
    )


def no_review() -> Problem:
    """Say that there is no review, or none that the asker may read."""
    return Problem("not_found", Message("There is no review of this seat, or it is not published."))
