"""What ladders have on the agenda, and what is done when it is due."""

from agenda.registry import Handler, Job
from ratings.aggregate import SEASON_END
from ratings.services import challenging, matchmaking, opening, seasons


def form_matches(due: Job) -> None:
    """Put waiting players of a ladder together."""
    matchmaking.form_matches(due.subject)


def open_match(due: Job) -> None:
    """Open the match of players who have been put together."""
    opening.open_found_match(due.subject)


def expire_challenge(due: Job) -> None:
    """Close a challenge that was not answered in time."""
    challenging.expire(due.subject)


def close_season(due: Job) -> None:
    """Close a season whose planned end has come."""
    seasons.close_as_planned(due.subject)


HANDLERS = (
    Handler(matchmaking.SEARCH, form_matches, "inline"),
    Handler(matchmaking.TABLE, open_match, "inline"),
    Handler(challenging.LAPSE, expire_challenge, "inline"),
    # Closing folds the whole stream, which takes longer than an inline job may.
    Handler(SEASON_END, close_season, "leased", lease_s=50),
)
