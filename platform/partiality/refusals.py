"""Every way in which a pair is not told of."""

from api.problems import Problem, invalid
from games.messages import Message


def not_yours() -> Problem:
    """Say that only some of the staff may look, and nobody at themselves."""
    return Problem(
        "permission_denied",
        Message(
            "Only staff with the right to see pairs may do this, and not for pairs that include "
            "themselves."
        ),
    )


def no_pair() -> Problem:
    """Say how a pair is named."""
    return invalid("pair", Message("must be the names of two players, separated by a comma"))
