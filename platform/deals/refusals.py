"""Every way in which a deal says no."""

from datetime import datetime
from uuid import UUID

from api.problems import Problem, invalid
from eventstore.canonical import format_timestamp
from games.messages import Message
from matches import refusals as matches

__all__ = ["invalid"]


def not_found() -> Problem:
    """Say that there is no such deal."""
    return Problem("not_found", Message("This deal does not exist."))


def not_open(opens_at: datetime) -> Problem:
    """Say that a deal is announced, and not to be played yet."""
    said = format_timestamp(opens_at)
    text = Message("This deal can be played from %(opens_at)s on.", opens_at=said)
    return Problem("deal_not_open", text)


def already_played(match: UUID) -> Problem:
    """Say that the asker has had their one go."""
    text = Message("You have played this deal already: everyone plays it once.")
    return Problem("deal_already_played", text, params={"match": str(match)})


def guests() -> Problem:
    """Say that a deal takes an account."""
    text = Message("Sign up to play this deal: everyone plays it once.")
    return Problem("guests_not_allowed", text)


def programs() -> Problem:
    """Say that programs do not play what their owners may play."""
    text = Message("Deals are for people: the owner of a program may play the same one.")
    return Problem("permission_denied", text)


def of_round() -> Problem:
    """Say that a deal is played at the tables of a tournament."""
    text = Message("This deal is for the tables of a tournament's round.")
    return Problem("permission_denied", text)


def too_many(most: int) -> Problem:
    """Say that as many of an organiser's deals are open as may be."""
    text = Message("%(most)s of your deals are open, which is the most.", most=most)
    return Problem("permission_denied", text, params={"limit": most})


deal_open = matches.deal_open
deal_closed = matches.deal_closed
