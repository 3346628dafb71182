"""What an account may do in a tournament. Pure."""

from enum import StrEnum


class Role(StrEnum):
    """A role in a tournament; each role includes the rights of those before it."""

    DOORKEEPER = "doorkeeper"
    """Checks people in and out, and sees no more than everyone but for their names."""
    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"
    ORGANISER = "organiser"


ROLES = tuple(Role)
