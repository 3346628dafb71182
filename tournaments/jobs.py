"""What tournaments have on the agenda, and what is done when it is due."""

from agenda.registry import Handler, Job
from tournaments import draw_beacons
from tournaments.aggregate import (
    DRAW_SHARES,
    ROUND_DEAL,
    TABLE_PLAY,
    TOURNAMENT_REPEAT,
    TOURNAMENT_TIME,
)
from tournaments.services import deals_end, draw_shares, repeating, table_matches, timing


def look_at_clock(due: Job) -> None:
    """Do what the time asks for in a tournament."""
    timing.tick(due.subject)


def make_next_event(due: Job) -> None:
    """Make and open the next event of one that is repeated."""
    repeating.repeat(due.subject)


HANDLERS = (
    Handler(TABLE_PLAY, table_matches.sync_table, "inline"),
    Handler(ROUND_DEAL, deals_end.close_when_played, "leased", lease_s=45),
    Handler(TOURNAMENT_TIME, look_at_clock, "inline"),
    Handler(DRAW_SHARES, draw_shares.look_at_draw, "inline", waits_for_web=True),
    Handler(draw_beacons.KIND, draw_shares.look_at_beacon, "inline", waits_for_web=True),
    Handler(TOURNAMENT_REPEAT, make_next_event, "inline"),
)
