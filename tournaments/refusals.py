"""Refusals that several services share."""

from api.problems import Problem
from eventstore.canonical import format_timestamp
from games.messages import Message
from tournaments.state import DrawInProgress


def draw_running(running: DrawInProgress) -> Problem:
    """Say that a draw waits for shares, and that nothing it hangs on may change until then."""
    until = format_timestamp(running.due_at)
    text = Message(
        "Draw %(draw)s is being made: it waits until %(until)s for random numbers from"
        " %(count)s entrants. Try again then.",
        draw=running.asked.draw,
        until=until,
        count=len(running.expected),
    )
    return Problem("draw_running", text, params={"draw": running.asked.draw, "until": until})
