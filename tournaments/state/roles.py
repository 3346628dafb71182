"""What an account may do in a tournament. Pure."""

from enum import StrEnum


class Role(StrEnum):
    """What an account may do in a tournament; each may do what the ones before may."""

    DOORKEEPER = "doorkeeper"
    """Checks people in and out, and sees no more than everyone but for their names."""
    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"
    ORGANISER = "organiser"


ROLES = tuple(Role)
