"""What has happened at a table since the page was made, as the script shows it: table by table.

Each step is the changing part of the page as it was at that version for its reader, byte for byte
but for the forms' tokens, and beside it what was told then for the first time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from matches import steps
from matches.steps import Moment
from web.games import pace
from web.games.pace import pace_of
from web.games.registry import language
from web.matches import match_page
from web.matches.log import LogLine
from web.matches.match_page import MatchPage

STEPS_MAX = 40
"""Who has missed more gets but the newest table."""


@dataclass(frozen=True)
class Step:
    """The changing part of the page at a version, and what made it."""

    part: MatchPage
    told: Sequence[LogLine]
    """What is told for the first time, oldest first."""
    mover: int | None
    seat: int | None
    moment: pace.Moment
    has_problem: bool
    """Whether what has just been refused is said here: where the reader stands now."""


@dataclass(frozen=True)
class Steps:
    """What has happened since a version."""

    steps: Sequence[Step]
    moves: int
    since: int


def steps_since(match_id: UUID, account: UUID | None, since: int) -> Steps:
    """Return the steps since a version for an account; raises not_found."""
    found = steps.steps_since(
        match_id,
        account,
        since,
        moments_max=STEPS_MAX,
        events_max=match_page.LOG_EVENTS,
        silent=lambda game, dataset: language(game, dataset).silent,
    )
    around = match_page.about(match_id, account)
    parts = [
        _step(
            moment,
            match_page.page_at(moment.page, moment.events, account, around),
            is_last=moment is found.moments[-1],
        )
        for moment in found.moments
    ]
    return Steps(parts, found.moves, since)


def _step(moment: Moment, part: MatchPage, *, is_last: bool) -> Step:
    told = [line for line in part.log.log if line.version > moment.after]
    moments = pace_of(moment.page.game).moments
    return Step(part, told, moment.mover, moment.seat, moments.get(moment.type, "move"), is_last)
