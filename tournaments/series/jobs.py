"""What series have on the agenda."""

from agenda.registry import Handler, Job
from tournaments.series import following


def follow_tournament(due: Job) -> None:
    """Let the series of a tournament have its results as they are now."""
    following.follow(due.subject)


HANDLERS = (Handler(following.SERIES_FOLLOW, follow_tournament, "inline"),)
