"""Refusals that several services share."""

from collections.abc import Sequence

from api.problems import Problem
from eventstore.canonical import format_timestamp
from games.messages import Message
from tournaments.record import Entrant
from tournaments.state import DrawInProgress


def draw_running(running: DrawInProgress, missing: Sequence[Entrant]) -> Problem:
    """Say what a draw waits for, and that nothing it hangs on may change until then."""
    draw, until = running.asked.draw, format_timestamp(running.until)
    if missing:
        text = Message(
            "Draw %(draw)s is being made: it waits until %(until)s for random numbers from"
            " %(count)s entrants. Try again then.",
            draw=draw,
            until=until,
            count=len(missing),
        )
    else:
        text = Message(
            "Draw %(draw)s is being made: it waits for a public random number that comes at"
            " %(until)s. Try again then.",
            draw=draw,
            until=until,
        )
    return Problem("draw_running", text, params={"draw": draw, "until": until})
