"""What the platform lends to tournaments, which know no matches or ladders: set when it starts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

MatchCheck = Callable[[Mapping[str, Any], int], None]
"""Raises Problem when no match of these settings can be opened with that many seats."""
BotCheck = Callable[[str, str], None]
"""Raises Problem when there is no bot of a name that plays a game."""
LadderCheck = Callable[[str, str], None]
"""Raises Problem when there is no ladder of a slug for a game."""


class Correction(NamedTuple):
    """A match whose result the tournament's staff has put right."""

    match: UUID
    places: Sequence[int] | None
    """By seat; None when it was called off."""


RatingCorrection = Callable[[Correction, str, str, bool], dict[str, Any] | None]
"""Puts the ladder's ratings right for an actor and a reason; in a dry run only tells.

Returns what changes on the ladder, None when nothing does.
"""


Announcement = Callable[[UUID, int], None]
"""Tells whoever follows a tournament live which version it has reached; never waits or fails."""


class Lent(NamedTuple):
    """The callables."""

    check_match: MatchCheck
    check_bot: BotCheck
    check_ladder: LadderCheck
    correct_rating: RatingCorrection
    announce: Announcement


def _anything(_settings: Mapping[str, Any], _seats: int) -> None:
    """Accept any match: nothing is wired."""


def _any_name(_name: str, _game: str) -> None:
    """Accept any bot or ladder: nothing is wired."""


def _no_rating(_correction: Correction, _actor: str, _reason: str, _dry_run: bool) -> None:
    """Change no rating: nothing is wired."""


def _nobody(_tournament: UUID, _version: int) -> None:
    """Tell nobody: nothing is wired."""


_lent = Lent(_anything, _any_name, _any_name, _no_rating, _nobody)


def lend(lent: Lent) -> None:
    """Let tournaments use the platform's callables from now on."""
    global _lent  # noqa: PLW0603 - Set once, by whoever wires the platform.
    _lent = lent


def lent() -> Lent:
    """Return the platform's callables."""
    return _lent
