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


class Extension(NamedTuple):
    """More time for a match."""

    match: UUID
    seconds: int
    reason: str
    key: str
    """Of its own; the same extension is given once."""


ClockExtension = Callable[[Extension], None]
"""Gives every player of a match more time; nothing where no clock can run."""
UntouchedCheck = Callable[[UUID], bool]
"""Tells whether nobody has done anything in a match since it began."""
Awaited = Callable[[UUID], Sequence[int]]
"""Returns the seats of a match whose people were to decide when it stood still, or do now."""
Announcement = Callable[[UUID, int], None]
"""Tells whoever follows a tournament live which version it has reached; never waits or fails."""


class Ports(NamedTuple):
    """The callables."""

    check_match: MatchCheck
    check_bot: BotCheck
    check_ladder: LadderCheck
    correct_rating: RatingCorrection
    announce: Announcement
    extend_clock: ClockExtension
    is_untouched: UntouchedCheck
    awaited: Awaited


def _anything(_settings: Mapping[str, Any], _seats: int) -> None:
    """Accept any match: nothing is wired."""


def _any_name(_name: str, _game: str) -> None:
    """Accept any bot or ladder: nothing is wired."""


def _no_rating(_correction: Correction, _actor: str, _reason: str, _dry_run: bool) -> None:
    """Change no rating: nothing is wired."""


def _no_announcement(_tournament: UUID, _version: int) -> None:
    """Tell nobody: nothing is wired."""


def _no_clock(_extension: Extension) -> None:
    """Extend no clock: nothing is wired."""


def _untouched(_match: UUID) -> bool:
    """Take any match for untouched: nothing is wired."""
    return True


def _no_seats(_match: UUID) -> Sequence[int]:
    """Await nobody: nothing is wired."""
    return ()


_lent = Ports(
    _anything, _any_name, _any_name, _no_rating, _no_announcement, _no_clock, _untouched, _no_seats
)


def configure(lent: Ports) -> None:
    """Let tournaments use the platform's callables from now on."""
    global _lent  # noqa: PLW0603 - Set once, by whoever wires the platform.
    _lent = lent


def ports() -> Ports:
    """Return the platform's callables."""
    return _lent
