"""Carry a match's command out, and answer it."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from eventstore import command_handler as kernel
from eventstore.events import StoredEvent
from matches.aggregate import CACHE, MATCH, UnitOfWork
from matches.commit import CommandContext
from matches.state import MatchState


class CommandResult(msgspec.Struct, frozen=True):
    """What a command is answered."""

    body: msgspec.Struct
    replayed: bool = False
    """Whether the command had been carried out before, with the same key."""


Decide = Callable[[MatchState, UnitOfWork], None]
"""Looks at the state and adds the command's events, or raises a Problem first."""
MakeResult = Callable[[MatchState, Sequence[StoredEvent]], msgspec.Struct]
"""Makes the answer from the state after the command and the command's events."""


class PendingCommand(msgspec.Struct, frozen=True):
    """A command with everything that it takes to carry it out."""

    match_id: UUID
    command: CommandContext
    decide: Decide
    render: MakeResult
    expected_version: int


def handle_pending(order: PendingCommand) -> CommandResult:
    """Carry a command out, once, and return its answer; raises like `handle`."""
    return handle(
        order.match_id,
        order.command,
        order.decide,
        order.render,
        expected_version=order.expected_version,
    )


def handle(  # noqa: PLR0913 - what a command is made of
    match_id: UUID,
    command: CommandContext,
    decide: Decide,
    render: MakeResult,
    *,
    expected_version: int | None = None,
    not_before: datetime | None = None,
    dry_run: bool = False,
) -> CommandResult:
    """Carry a command out, once, and return its answer; a dry run writes nothing.

    Its events get the present time, or not_before where this machine's clock is behind that.
    Raises Problem when it is refused, or when the database cannot save it.
    """
    at = None if not_before is None else max(datetime.now(UTC), not_before)
    # The answer is made of the state in memory, before anybody else has it.
    with CACHE.entry_for_writing(match_id).lock:
        state, events, is_replayed = kernel.handle(
            MATCH,
            match_id,
            command,
            decide,
            expected_version=expected_version,
            at=at,
            dry_run=dry_run,
        )
        return CommandResult(render(state, events), is_replayed)
