"""What ladders have on the agenda, and what is done when it is due."""

from agenda.registry import Handler, Job
from ratings.services import challenging, matchmaking, opening


def form_matches(due: Job) -> None:
    """Put waiting players of a ladder together."""
    matchmaking.form_matches(due.subject)


def open_match(due: Job) -> None:
    """Open the match of players who have been put together."""
    opening.open_found_match(due.subject)


def expire_challenge(due: Job) -> None:
    """Close a challenge that was not answered in time."""
    challenging.expire(due.subject)


HANDLERS = (
    Handler(matchmaking.SEARCH, form_matches, "inline"),
    Handler(matchmaking.TABLE, open_match, "inline"),
    Handler(challenging.LAPSE, expire_challenge, "inline"),
)
