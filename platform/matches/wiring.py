"""What the platform lends to matches, which know no ladders: set when it starts."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from accounts.problems import Problem
from matches import refusals


class Wanted(NamedTuple):
    """A match that somebody wants to open for a ladder."""

    ladder: str
    """The slug."""
    opener: UUID
    game: str
    seats: int
    options: Mapping[str, Any]
    dataset: str
    clock: Mapping[str, Any] | None
    on_timeout: str
    bots: str
    visibility: str


LadderDoor = Callable[[Wanted], UUID]
"""Returns the ladder's id; raises Problem when the match would not fit it."""


def _no_ladder(_wanted: Wanted) -> UUID:
    """Refuse: nothing is wired, so there are no ladders."""
    raise Problem("not_found", refusals.NO_LADDER)


_ladder_door: LadderDoor = _no_ladder


def lend(ladder_door: LadderDoor) -> None:
    """Let matches ask the platform's ladders from now on."""
    global _ladder_door  # noqa: PLW0603 - Set once, by whoever wires the platform.
    _ladder_door = ladder_door


def ladder_of(wanted: Wanted) -> UUID:
    """Return the ladder that a match is opened for; raises Problem when it does not fit."""
    return _ladder_door(wanted)
