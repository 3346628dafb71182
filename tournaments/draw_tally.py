"""What comes of drawing a recorded tournament again. Pure."""

from typing import NamedTuple

from tournaments.events import DrawShown


class Finding(NamedTuple):
    """Something in a history that cannot be."""

    version: int
    text: str


class Tally(NamedTuple):
    """What was drawn again."""

    draws: int
    again: tuple[str, ...]
    """The rounds that were paired again, all the same, in words."""
    skipped: tuple[str, ...]
    """Rounds that this program cannot pair again, and why."""
    changes: tuple[str, ...]
    """What was changed by hand, and its cost, in words."""
    redraws: tuple[str, ...]
    """What was drawn more than once, in words."""
    unforced: int
    """How many redraws nothing called for."""
    spent: tuple[str, ...]
    """Draws from which nothing was drawn, in words."""
    chains: tuple[str, ...]
    """From where on another chain was taken, and why, in words."""
    bare: tuple[str, ...] = ()
    """Where the plan has a beacon and a draw none, in words."""


def redrawn(event: DrawShown, reason: str) -> str:
    """Return in words that something was drawn once more, and why."""
    what = f"round {event.round}" if event.round else f"the {event.kind}"
    forced = "nothing had changed" if event.unforced else "something had changed"
    why = f': "{reason}"' if reason else ""
    return f"{what} was drawn {event.drawn} times, {forced}{why}"
