"""What has happened at a table since the page was made, as the script shows it: table by table.

Each step is the changing part of the page as it was at that version for its reader, byte for byte
but for the forms' tokens, and beside it what was told then for the first time.
"""

from typing import Any
from uuid import UUID

from matches import steps
from matches.steps import Moment
from web.games.pace import pace_of
from web.games.registry import language
from web.matches import match_page

STEPS_MAX = 40
"""Who has missed more gets but the newest table."""

Context = dict[str, Any]


def steps_context(match_id: UUID, account: UUID | None, since: int) -> Context:
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
        _step(moment, match_page.moment_context(moment.page, moment.events, account, around))
        for moment in found.moments
    ]
    # What has just been refused is said where the reader stands now.
    for step in parts[:-1]:
        step["part"]["problem"] = None
    return {"steps": parts, "moves": found.moves, "since": since}


def _step(moment: Moment, part: Context) -> Context:
    """Return a step with its part of the page, and with what is told in it, oldest first."""
    told = [line for line in part["log"] if line["version"] > moment.after]
    moments = pace_of(moment.page["game"]).moments
    return {
        "part": part,
        "told": told,
        "mover": moment.mover,
        "seat": moment.seat,
        "moment": moments.get(moment.type, "move"),
    }
