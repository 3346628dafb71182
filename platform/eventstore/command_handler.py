"""The kernel: how a command becomes events, the same for every kind of stream.

    result = handle(LADDER, ladder_id, CommandContext(actor, key, reason=why), decide)

    def decide(state: State, work: UnitOfWork[State]) -> None:
        if state.is_paused:
            raise Problem(...)
        work.add(LadderPaused(reason=work.context.reason))

`decide` looks at the state and adds events to the unit of work, each of which is folded into the
state at once; or it raises a refusal before the first. `handle` answers a repeated key from the
stream's own history, takes the state, compares the version that the asker has seen, decides,
hashes, appends and projects in one transaction, and tells subscribers after the commit. When the
command is refused, overtaken or fails, nothing is written and the state in memory is forgotten; and
neither a refusal nor an answer from the history comes from a database that no longer leads
(`leadership`).

The loop that commits many moves at once is made of the same three steps: `decide` into a unit of
work, `UnitOfWork.seal`, and a writer for `Aggregate.statement`.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Generic, NamedTuple
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from eventstore import chain, leadership, streams
from eventstore.aggregate import Aggregate, CommandContext, Held, StateT, WorkT
from eventstore.errors import (
    ConcurrencyError,
    DuplicateKeyError,
    KeyReusedError,
    OvertakenError,
    UnknownStreamError,
)
from eventstore.events import Point, StoredEvent

ATTEMPTS = 5
"""How often a command that names no version is decided anew when others are faster."""

Decide = Callable[[StateT, WorkT], None]
"""Looks at the state and adds events to the unit of work, or raises a refusal first."""


class CommandResult(NamedTuple, Generic[StateT]):
    """What a command has come to."""

    state: StateT
    events: Sequence[StoredEvent]
    """Its events; without hashes after a dry run."""
    is_replayed: bool = False
    """Whether it had been carried out before, with the same key."""


def handle(  # noqa: PLR0913 - what a command is made of
    aggregate: Aggregate[StateT, WorkT],
    stream_id: UUID,
    context: CommandContext,
    decide: Decide[StateT, WorkT],
    *,
    expected_version: int | None = None,
    dry_run: bool = False,
    at: datetime | None = None,
) -> CommandResult[StateT]:
    """Carry a command out, once, and return what it has come to.

    With expected_version 0 it opens a stream, else there must be one. `at` is the time of its
    events, the present by default. A dry run writes nothing and leaves the key free; its state is
    what would be. A repeated key gives the state and the events of the first time.

    Raises what `decide` refuses, and as the aggregate puts it: UnknownStreamError,
    ConcurrencyError, and KeyReusedError for a key that served another request.
    """
    command = _Command(aggregate, stream_id, context, decide)
    command.expected, command.is_dry, command.at = expected_version, dry_run, at
    refused: tuple[type[Exception], ...] = (*REFUSED, *aggregate.refusals)
    with aggregate.holding(stream_id, whole=dry_run) as held:
        for _ in range(ATTEMPTS):
            try:
                with aggregate.attempting(held):
                    return command.carry_out(held)
            except refused as error:
                first = command.answer(held, error)
            if first is not None:
                return first
        raise aggregate.refusal(command.conflict())


REFUSED = (
    UnknownStreamError,
    ConcurrencyError,
    OvertakenError,
    DuplicateKeyError,
    ObjectDoesNotExist,
)
"""How the store itself refuses a command: the last comes of rows that a state in memory counts on,
and that the database has lost with the state."""


class _Command(Generic[StateT, WorkT]):
    """One command, and where the state stood on which it was decided last."""

    expected: int | None
    is_dry: bool
    at: datetime | None

    def __init__(
        self,
        aggregate: Aggregate[StateT, WorkT],
        stream_id: UUID,
        context: CommandContext,
        decide: Decide[StateT, WorkT],
    ) -> None:
        self.aggregate = aggregate
        self.stream_id = stream_id
        self.context = context
        self.decide = decide
        self.decided_at: Point | None = None

    def carry_out(self, held: Held[StateT]) -> CommandResult[StateT]:
        """Decide and write once; raises what refuses it."""
        aggregate, expected = self.aggregate, self.expected
        self.decided_at = None
        state = held.take(expected)
        self.decided_at = Point(state.version, state.hash)
        if not state.version and expected != 0:
            raise UnknownStreamError(aggregate.kind, self.stream_id)
        if expected is not None and state.version != expected:
            raise ConcurrencyError(expected, state.version)
        work = aggregate.begin(state, self.context, self.at or datetime.now(UTC))
        events: Sequence[StoredEvent] = ()
        is_kept = False
        try:
            self.decide(state, work)
            if self.is_dry:
                events = work.drafts()
            elif work.events:
                sealed = work.seal()
                aggregate.write(work, sealed)
                events = sealed.events
            is_kept = not self.is_dry and work.state is state
        finally:
            if work.events and not is_kept:
                held.forget(self.decided_at)
        announcement = aggregate.announcement(work) if events and not self.is_dry else None
        if announcement is not None:
            transaction.on_commit(announcement)
        return CommandResult(work.state, events)

    def answer(self, held: Held[StateT], error: Exception) -> CommandResult[StateT] | None:
        """Return the first answer to a command that is refused now, None to decide it anew.

        Raises the refusal where it is one on what the database has by now.
        """
        aggregate = self.aggregate
        if self.decided_at is None:
            # The state could not be taken, so nothing was decided.
            raise error
        if isinstance(error, UnknownStreamError):
            leadership.prove()
            raise aggregate.refusal(error) from error
        if isinstance(error, OvertakenError):
            aggregate.authenticate(self.context)
            return None
        first = None if self.is_dry else self._first_result()
        if first is not None:
            return first
        if isinstance(error, ConcurrencyError):
            raise aggregate.refusal(error) from error
        if self._head() == self.decided_at:
            if isinstance(error, DuplicateKeyError):
                return None
            raise error
        held.forget(self.decided_at)
        conflict = self.conflict()
        if not conflict.current and self.expected != 0:
            unknown = UnknownStreamError(aggregate.kind, self.stream_id)
            raise aggregate.refusal(unknown) from error
        if self.expected in {None, conflict.current}:
            return None
        raise aggregate.refusal(conflict) from error

    def conflict(self) -> ConcurrencyError:
        """Return that others were faster."""
        current = self._head().version
        return ConcurrencyError(current if self.expected is None else self.expected, current)

    def _head(self) -> Point:
        kind = self.aggregate.kind
        head = streams.head(kind, self.stream_id)
        return head or Point(0, chain.genesis(kind, self.stream_id))

    def _first_result(self) -> CommandResult[StateT] | None:
        """Return what the command came to when it was carried out before, or None.

        Neither that nor a refusal is for a token that is no longer valid, nor may the database be
        one that has lost its place to another. What opens a stream has another id for it every
        time.
        """
        aggregate, context = self.aggregate, self.context
        aggregate.authenticate(context)
        asker = context.actor, context.key
        found = streams.find_command(aggregate.kind, self.stream_id, *asker)
        if found is None and self.expected == 0:
            found = streams.find_opening(*asker)
        leadership.prove()
        if found is None:
            return None
        kind, stream_id, version, fingerprint = found
        if kind != aggregate.kind or fingerprint != context.fingerprint:
            raise aggregate.refusal(KeyReusedError(context.key))
        events = streams.load(kind, stream_id)
        end = version
        while end < len(events) and events[end].key is None:
            end += 1
        state = aggregate.fold(stream_id, events[:end])
        return CommandResult(state, events[version - 1 : end], is_replayed=True)


class Fork(Generic[StateT, WorkT]):
    """A stream in which commands are tried, one after another; nothing is written."""

    def __init__(self, aggregate: Aggregate[StateT, WorkT], stream_id: UUID) -> None:
        self.aggregate = aggregate
        events = streams.load(aggregate.kind, stream_id)
        self.before = aggregate.fold(stream_id, events)
        """The stream as it stands."""
        self.state = aggregate.fold(stream_id, events)
        self._drafts: list[StoredEvent] = []

    def handle(self, context: CommandContext, decide: Decide[StateT, WorkT]) -> WorkT:
        """Carry a command out here alone; of no use any more once one was refused."""
        work = self.aggregate.begin(self.state, context, datetime.now(UTC), self._drafts)
        decide(self.state, work)
        self.state, self._drafts = work.state, work.drafts()
        return work
