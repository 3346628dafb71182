"""What the platform lends to matches, which know no ladders: set when it starts."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from api.problems import Problem
from matches import refusals


class LadderMatchRequest(NamedTuple):
    """A match that somebody wants to open for a ladder."""

    ladder: str
    """The slug."""
    opener: UUID
    game: str
    seats: int
    options: Mapping[str, Any]
    dataset: str
    clock: Mapping[str, Any] | None
    """None: as the ladder has it."""
    on_timeout: str | None
    """None: as the ladder has it."""
    bots: str
    visibility: str
    start: str


class Admitted(NamedTuple):
    """A ladder that takes a match, and what it decides about it."""

    ladder: UUID
    clock: Mapping[str, Any]
    on_timeout: str


class Ladders(NamedTuple):
    """What matches ask the platform's ladders."""

    admit: Callable[[LadderMatchRequest], Admitted]
    """Raises Problem when the match would not fit its ladder."""
    lot: Callable[[UUID, UUID], str]
    """Returns what the seats of an account at a ladder's open tables are drawn by."""
    seen: Callable[[UUID, UUID, str], None]
    """Takes note of from where an account has sat down at a ladder's table."""
    rules: Callable[[str, UUID], str]
    """Returns the rules id that a ladder has pinned, by its slug and who asks; raises Problem."""


def _no_ladder(_wanted: LadderMatchRequest) -> Admitted:
    """Refuse: nothing is wired, so there are no ladders."""
    raise Problem("not_found", refusals.NO_LADDER)


def _by_name_alone(ladder: UUID, account: UUID) -> str:
    """Return a lot of somebody of whom no ladder knows anything."""
    return f"{ladder} {account}"


def _unseen(_ladder: UUID, _account: UUID, _site: str) -> None:
    """Take no note: no ladder asks."""


def _no_rules(_slug: str, _account: UUID) -> str:
    """Refuse: nothing is wired, so there are no ladders."""
    raise Problem("not_found", refusals.NO_LADDER)


_ladders = Ladders(_no_ladder, _by_name_alone, _unseen, _no_rules)


def configure(ladders: Ladders) -> None:
    """Let matches ask the platform's ladders from now on."""
    global _ladders  # noqa: PLW0603 - Set once, by whoever wires the platform.
    _ladders = ladders


def pinned(slug: str, account: UUID) -> str:
    """Return the rules id by which a ladder's matches are played; raises Problem without one."""
    return _ladders.rules(slug, account)


def admitted(wanted: LadderMatchRequest) -> Admitted:
    """Return the ladder that a match is opened for; raises Problem when it does not fit."""
    return _ladders.admit(wanted)


def lot(ladder: UUID, account: UUID) -> str:
    """Return what the seats of an account at a ladder's open tables are drawn by."""
    return _ladders.lot(ladder, account)


def seen(ladder: UUID, account: UUID, site: str) -> None:
    """Tell a ladder from where an account has sat down at one of its tables."""
    _ladders.seen(ladder, account, site)
