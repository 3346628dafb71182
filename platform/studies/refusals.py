"""Every way in which a study says no."""

from api.problems import Problem, field_error, invalid, invalid_fields
from games.messages import Message
from games.positions import PositionError

__all__ = ["invalid"]


def not_found() -> Problem:
    """Say that there is no such study, or none that the asker may read."""
    return Problem("not_found", Message("This study does not exist, or it is not shared with you."))


def no_line() -> Problem:
    """Say that the study has no such line, or no such moment in it."""
    return Problem("not_found", Message("This study has no such line, or the line is shorter."))


def not_finished() -> Problem:
    """Say that only what has been played to its end is studied."""
    return Problem(
        "match_not_over",
        Message("A match can be studied once it has been played to its end."),
    )


def full(most: int) -> Problem:
    """Say that the study has as much of something as may be."""
    return invalid("line", Message("this study is full: there are %(most)s already", most=most))


def too_many(most: int) -> Problem:
    """Say that an account keeps as many studies as may be."""
    text = Message(
        "You have %(most)s studies, the most that you can keep. Delete one first.", most=most
    )
    return Problem("permission_denied", text, params={"limit": most})


def no_position(error: PositionError) -> Problem:
    """Say what is wrong with a position, field by field."""
    found = [field_error(f"position.{name}", "misfit", text) for name, text in error.errors]
    return invalid_fields(found)


def not_set_up(title: str) -> Problem:
    """Say that the positions of a game cannot be set up by hand."""
    return invalid("game", Message("%(game)s cannot be set up by hand", game=title))
