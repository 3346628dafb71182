"""What tournaments have on the agenda, and what is done when it is due."""

from agenda.registry import Handler, Job
from tournaments.aggregate import TABLE_PLAY, TOURNAMENT_TIME
from tournaments.services import table_matches, timing


def look_at_clock(due: Job) -> None:
    """Do what the time asks for in a tournament."""
    timing.tick(due.subject)


HANDLERS = (
    Handler(TABLE_PLAY, table_matches.sync_table, "inline"),
    Handler(TOURNAMENT_TIME, look_at_clock, "inline"),
)
