"""States that a process keeps between commands, each behind its own lock.

A held state may be behind the database when another process has written. It may also be of a
history that the database no longer holds: a standby that takes over or a restored backup lacks the
latest events, and fills their versions with others. So a state counts by its version together with
the hash of its last event, and what does not match is forgotten.

Whoever changes a state and then fails to save it must forget it, and what is read inside a
transaction, which may still be rolled back, is not held.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock, RLock
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from django.db import connection

from eventstore import lineage, rewinds, streams
from eventstore.events import Point, StoredEvent


def is_provisional() -> bool:
    """Return whether what is read now may still be rolled back, with a transaction around it."""
    return connection.in_atomic_block


class Foldable(Protocol):
    """A state that says up to which event it is folded."""

    version: int
    hash: bytes


StateT = TypeVar("StateT", bound=Foldable)


class Folding(Protocol[StateT]):
    """What a stream is folded with; an `Aggregate` is one."""

    kind: str

    def fold(self, stream_id: UUID, events: Sequence[StoredEvent]) -> StateT:
        """Return the state that a whole stream leads to."""

    def fold_on(self, state: StateT, events: Sequence[StoredEvent]) -> StateT:
        """Return the state with the events that follow."""


class Entry(Generic[StateT]):
    """One stream as this process holds it. Use the state only while holding the lock."""

    __slots__ = ("aggregate", "doubted", "lock", "state", "stream_id", "text")

    def __init__(self, aggregate: Folding[StateT], stream_id: UUID) -> None:
        self.aggregate = aggregate
        self.stream_id = stream_id
        self.text = str(stream_id).encode()
        """The id as the database answers it."""
        self.lock = RLock()
        self.state: StateT | None = None
        self.doubted: Point | None = None
        """Where the state stood on which a command was decided that the database did not take."""

    def take(self, expected: int | None) -> StateT:
        """Return the state for a command that names a version, or none."""
        return self.current() if expected is None else self.for_version(expected)

    def caught_up(self) -> StateT:
        """Return the state with everything that the stream holds; version 0 means no stream."""
        kind, stream_id = self.aggregate.kind, self.stream_id
        if is_provisional():
            return self.aggregate.fold(stream_id, streams.load(kind, stream_id))
        # Forgotten while it folds: an error must not leave a half-folded state behind.
        held, doubted = self.state, self.doubted
        self.state = self.doubted = None
        if held is not None:
            # From the event held last: only what follows that very event may be folded.
            events = streams.load(kind, stream_id, after=held.version - 1)
            if events and events[0].hash == held.hash:
                return self._hold(self.aggregate.fold_on(held, events[1:]))
            doubted = Point(held.version, held.hash)
        events = streams.load(kind, stream_id)
        if doubted is not None and not _has(events, doubted):
            rewinds.note(kind, stream_id, held=doubted.version, found=len(events))
        return self._hold(self.aggregate.fold(stream_id, events))

    def _hold(self, state: StateT) -> StateT:
        self.state = state if state.version else None
        return state

    def current(self) -> StateT:
        """Return the state as the database has it, loading only what is new."""
        state = self.state
        if state is not None:
            head = streams.head(self.aggregate.kind, self.stream_id)
            if head == (state.version, state.hash):
                return state
        return self.caught_up()

    def for_version(self, version: int) -> StateT:
        """Return the held state when it is at a version, else the database's.

        At the version it may still be of a history that is no more; a statement finds that out.
        What is refused for another version is refused by what the database says.
        """
        state = self.state
        if state is None or state.version < version:
            return self.caught_up()
        return state if state.version == version else self.current()

    def forget(self, doubted: Point | None = None) -> None:
        """Drop the state, so that the next use loads it.

        With where the state stood, when the database has not taken what followed from it.
        """
        self.state, self.doubted = None, doubted


def _has(events: Sequence[StoredEvent], head: Point) -> bool:
    """Return whether a whole history has the event that was its last one once."""
    if not head.version:
        return True
    return len(events) >= head.version and events[head.version - 1].hash == head.hash


class Cache(Generic[StateT]):
    """Entries by stream, the least recently used dropped first; none of another database's."""

    def __init__(self, aggregate: Folding[StateT], entries_max: int) -> None:
        self._aggregate = aggregate
        self._entries: OrderedDict[UUID, Entry[StateT]] = OrderedDict()
        self._entries_max = entries_max
        self._lock = Lock()
        lineage.changed.connect(self.clear)

    def entry(self, stream_id: UUID) -> Entry[StateT]:
        """Return the entry of a stream, new if need be."""
        with self._lock:
            entry = self._entries.get(stream_id)
            if entry is None:
                entry = self._entries[stream_id] = Entry(self._aggregate, stream_id)
                if len(self._entries) > self._entries_max:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(stream_id)
            return entry

    def entry_for_writing(self, stream_id: UUID) -> Entry[StateT]:
        """Return the entry of a stream for a command.

        Inside of a transaction that is one of its own: what is folded there may still be rolled
        back, and a transaction that holds locks of the database must not wait for a lock of this
        process, whose holder may be waiting for the database.
        """
        if is_provisional():
            return Entry(self._aggregate, stream_id)
        return self.entry(stream_id)

    def held(self, stream_id: UUID) -> Entry[StateT] | None:
        """Return the entry of a stream if there is one; it counts as used."""
        with self._lock:
            entry = self._entries.get(stream_id)
            if entry is not None:
                self._entries.move_to_end(stream_id)
            return entry

    def clear(self, **_signal: object) -> None:
        """Drop everything."""
        with self._lock:
            self._entries.clear()
