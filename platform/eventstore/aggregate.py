"""What differs between kinds of streams; and the unit of work of a command.

An `Aggregate` is one kind of stream; `eventstore.command_handler.handle` carries commands out on
it. A new kind gives its `kind`, its `catalogue`, `initial`, `evolve` and `project`, and `begin`
unless it is a `PlainAggregate`; all else has a default. A kind whose commands look at rows locks
its own in `attempting`; one whose states are to stay in memory is a `RememberedAggregate`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

import msgspec
from django.db import transaction

from eventstore import streams, writer
from eventstore.canonical import truncate_to_ms
from eventstore.catalogue import Catalogue
from eventstore.errors import StoreError
from eventstore.events import Author, Moment, NewEvent, Point, StoredEvent
from eventstore.memory import Cache, Entry
from eventstore.pipeline import Statement
from eventstore.writer import Sealed


class State(Protocol):
    """What every state says of itself; it belongs to whoever folds it and changes in place."""

    id: UUID
    version: int
    hash: bytes
    """Of the event at version; the stream's genesis at version 0."""
    at: datetime | None
    """When the event at version happened."""


StateT = TypeVar("StateT", bound=State)
StateT_co = TypeVar("StateT_co", bound=State, covariant=True)
WorkT = TypeVar("WorkT", bound="UnitOfWork[Any]")


class CommandContext(msgspec.Struct, frozen=True):
    """Who asks for something, and the key under which it is done once."""

    actor: str
    key: str
    fingerprint: bytes | None = None
    """A digest of the request, to tell a retry from a key used twice."""
    reason: str = ""
    token: bytes | None = None
    """The digest of the API token, which must still be valid when the command is written."""


class UnitOfWork(Generic[StateT]):
    """The uncommitted events of one command, each folded into the state when it is added."""

    def __init__(
        self,
        aggregate: "Aggregate[StateT, Any]",
        state: StateT,
        context: CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> None:
        """Take the state, the present moment, and what was added to a fork before."""
        self.aggregate = aggregate
        self.state = state
        """The state with all events so far; another object once one of them was retroactive."""
        self.context = context
        self.before = Point(state.version, state.hash)
        self.at = truncate_to_ms(now if state.at is None else max(now, state.at))
        """The time of the command's events: never before that of the event before them."""
        self.events: list[NewEvent] = []
        self.added: list[msgspec.Struct] = []
        """The same events, as structs."""
        self.also: list[Callable[[], object]] = []
        """Writes to other tables, in the same transaction."""
        self._earlier = earlier

    def add(self, *events: msgspec.Struct) -> None:
        """Add events and fold them; a retroactive one has the whole stream folded anew."""
        aggregate, state, at, actor = self.aggregate, self.state, self.at, self.context.actor
        encode, evolve, retroactive = aggregate.encode, aggregate.evolve, aggregate.retroactive
        for event in events:
            self.events.append(encode(state, event))
        self.added += events
        if retroactive and any(isinstance(event, retroactive) for event in events):
            self.state = self._refolded()
            return
        aggregate.prepare(self, events)
        for event in events:
            state.version += 1
            state.at = at
            evolve(state, event, Moment(state.version, at, actor))

    def drafts(self) -> list[StoredEvent]:
        """Return what a fork has come to so far as if it were stored, but for the hashes."""
        first = self.before.version + 1
        author = (self.context.actor, None, None, self.at, b"")
        mine = [
            StoredEvent(number, event.type, event.schema, event.body, *author)
            for number, event in enumerate(self.events, start=first)
        ]
        return [*self._earlier, *mine]

    def _refolded(self) -> StateT:
        kind, stream_id = self.aggregate.kind, self.state.id
        stored = streams.load(kind, stream_id, until=self.before.version - len(self._earlier))
        return self.aggregate.fold(stream_id, [*stored, *self.drafts()])

    def seal(self) -> Sealed:
        """Return the events as they will be stored, and let the state have their last hash."""
        context, before = self.context, self.before
        author = Author(context.actor, context.key, context.fingerprint, streams.new_salt())
        assert before.hash is not None  # noqa: S101 - every state has one.
        stored = streams.chain_hashes(
            self.events, author, version=before.version, previous=before.hash, at=self.at
        )
        self.state.hash = stored[-1].hash
        return Sealed(self.aggregate.kind, self.state.id, before, author, stored)


class Held(Protocol[StateT_co]):
    """A stream that is held for one command."""

    def take(self, expected: int | None) -> StateT_co:
        """Return the state for a command that names a version, or none; version 0: no stream."""

    def forget(self, doubted: Point | None = None) -> None:
        """Drop what is in memory, with where it stood when the database did not take more."""


class Aggregate(ABC, Generic[StateT, WorkT]):
    """One kind of stream: its vocabulary, its fold, and the rows that follow from it."""

    kind: str
    catalogue: Catalogue[Any]
    retroactive: tuple[type[msgspec.Struct], ...] = ()
    """Events that change what earlier ones come to, or all there is: the whole is folded anew."""
    refusals: tuple[type[Exception], ...] = ()
    """What `decide` raises for a command that may not be."""

    # What happened: pure.

    @abstractmethod
    def initial(self, stream_id: UUID) -> StateT:
        """Return the state before the first event: version 0, and the genesis as its hash."""

    @abstractmethod
    def evolve(self, state: StateT, event: Any, moment: Moment) -> None:
        """Fold one event; version and time of the state are seen to."""

    def encode(self, _state: StateT, event: msgspec.Struct) -> NewEvent:
        """Return an event as it is appended."""
        return self.catalogue.encode(event)

    def decode(self, _state: StateT, stored: StoredEvent) -> Any:
        """Return a stored event; raises UnknownEventTypeError, which names its type."""
        return self.catalogue.decode(stored.type, stored.schema, stored.body)

    def fold(self, stream_id: UUID, events: Sequence[StoredEvent]) -> StateT:
        """Return the state that a whole stream leads to."""
        return self.fold_on(self.initial(stream_id), events)

    def fold_on(self, state: StateT, events: Sequence[StoredEvent]) -> StateT:
        """Return the state with the events that follow the ones folded so far."""
        for each in events:
            state.version, state.hash, state.at = each.version, each.hash, each.at
            event = self.decode(state, each)
            self.evolve(state, event, Moment(each.version, each.at, each.actor))
        return state

    # How it is held, and what follows from it.

    def holding(
        self,
        stream_id: UUID,
        *,
        whole: bool,  # noqa: ARG002 - for kinds that load in parts.
    ) -> AbstractContextManager[Held[StateT]]:
        """Hold a stream for a command: by default folded for it, and kept nowhere.

        `whole` says that the asker wants all of the state, not only the part that is touched.
        """
        return nullcontext(Entry(self, stream_id))

    def attempting(self, _held: Any) -> AbstractContextManager[object]:
        """Surround each attempt: by a transaction, in which a kind with rows locks its own."""
        return transaction.atomic()

    @abstractmethod
    def begin(
        self,
        state: StateT,
        context: CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> WorkT:
        """Return the unit of work of a command, on a fork with what was added to it before."""

    def prepare(self, work: UnitOfWork[StateT], events: Sequence[msgspec.Struct]) -> None:
        """Load what events need that the state does not have; most states have all."""

    def write(self, work: WorkT, sealed: Sealed) -> None:
        """Append the events and bring the rows up to date; raises like `writer.write`."""
        writer.write(self.statement(work, sealed), sealed.author)
        self.project(work, sealed.events)
        for also in work.also:
            also()

    def statement(self, _work: WorkT, sealed: Sealed) -> Statement:
        """Return what writes the events, and whatever rows go with them in one statement."""
        return sealed.statement()

    def project(self, work: WorkT, stored: Sequence[StoredEvent]) -> None:
        """Make the rows those that follow from the state, in the transaction of the events."""

    def announcement(self, _work: WorkT) -> Callable[[], object] | None:
        """Return what tells subscribers after the commit; it must not look at the state."""
        return None

    # How it says no.

    def refusal(self, error: StoreError) -> Exception:
        """Return how an asker is told that the store has refused."""
        return error

    def authenticate(self, context: CommandContext) -> None:
        """Raise unless the token of a command is still valid."""


class PlainAggregate(Aggregate[StateT, UnitOfWork[StateT]]):
    """A kind whose units of work know nothing but events."""

    def begin(
        self,
        state: StateT,
        context: CommandContext,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> UnitOfWork[StateT]:
        """Return the unit of work of a command."""
        return UnitOfWork(self, state, context, now, earlier)


class RememberedAggregate(Aggregate[StateT, WorkT]):
    """A kind whose states this process keeps between commands, and whose streams nobody locks."""

    def __init__(self, entries_max: int) -> None:
        self.cache: Cache[StateT] = Cache(self, entries_max)

    @contextmanager
    def holding(self, stream_id: UUID, *, whole: bool) -> Iterator[Entry[StateT]]:  # noqa: ARG002 - it is.
        """Hold the lock of the stream's entry, in which the state stays."""
        entry = self.cache.entry_for_writing(stream_id)
        with entry.lock:
            yield entry

    def attempting(self, _held: Any) -> AbstractContextManager[object]:
        """Decide outside of a transaction, so that states in memory can be used."""
        return nullcontext()

    def write(self, work: WorkT, sealed: Sealed) -> None:
        """Append and project in one transaction; raises like `writer.write`."""
        with self.guarding(work):
            super().write(work, sealed)

    def guarding(self, _work: WorkT) -> AbstractContextManager[object]:
        """Return what makes the writes of a command one transaction."""
        return transaction.atomic()
