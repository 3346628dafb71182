"""The states of matches that this process holds, each behind its own lock.

A held state may be behind the database when another process has moved; it is never ahead of it.
Whoever changes a state and then fails to save it must forget it, and what is read inside a
transaction, which may still be rolled back, is not held.
"""

from collections import OrderedDict
from threading import Lock, RLock
from uuid import UUID

from django.db import connection

from eventstore import streams
from eventstore.streams import raw_cursor
from matches.state import KIND, MatchState

MATCHES_MAX = 20_000
"""States held at once; a live match takes a few kilobytes."""


class Entry:
    """One match as this process holds it. Use the state only while holding the lock."""

    __slots__ = ("lock", "match_id", "state", "text")

    def __init__(self, match_id: UUID) -> None:
        self.match_id = match_id
        self.text = str(match_id).encode()
        """The match's id as the database answers it."""
        self.lock = RLock()
        self.state: MatchState | None = None

    def caught_up(self) -> MatchState:
        """Return the state with everything that the stream holds; version 0 means no such match."""
        if connection.in_atomic_block:
            return MatchState(self.match_id).fold(streams.load(KIND, self.match_id))
        state = self.state or MatchState(self.match_id)
        # Forgotten while it folds: an error must not leave a half-folded state behind.
        self.state = None
        state.fold(streams.load(KIND, self.match_id, after=state.version))
        if state.version:
            self.state = state
        return state

    def current(self) -> MatchState:
        """Return the state as the database has it, loading only what is new."""
        if self.state is not None and self.state.version == stored_version(self.match_id):
            return self.state
        return self.caught_up()

    def at_least(self, version: int) -> MatchState:
        """Return the held state when it has reached a version, else the database's."""
        if self.state is not None and self.state.version >= version:
            return self.state
        return self.caught_up()

    def forget(self) -> None:
        """Drop the state, so that the next use loads it."""
        self.state = None


def stored_version(match_id: UUID) -> int | None:
    """Return the version of a match in the database, or None when there is no such match."""
    with raw_cursor() as cursor:
        cursor.execute("SELECT version FROM matches_match WHERE id = $1", (match_id,), prepare=True)
        row = cursor.fetchone()
    return None if row is None else row[0]


class Cache:
    """Entries by match, the least recently used dropped first."""

    def __init__(self, entries_max: int = MATCHES_MAX) -> None:
        self._entries: OrderedDict[UUID, Entry] = OrderedDict()
        self._entries_max = entries_max
        self._lock = Lock()

    def entry(self, match_id: UUID) -> Entry:
        """Return the entry of a match, new if need be."""
        with self._lock:
            entry = self._entries.get(match_id)
            if entry is None:
                entry = self._entries[match_id] = Entry(match_id)
                if len(self._entries) > self._entries_max:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(match_id)
            return entry

    def held(self, match_id: UUID) -> Entry | None:
        """Return the entry of a match if there is one; it counts as used."""
        with self._lock:
            entry = self._entries.get(match_id)
            if entry is not None:
                self._entries.move_to_end(match_id)
            return entry

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._entries.clear()


CACHE = Cache()
"""The states of this process."""


def entry_for_writing(match_id: UUID) -> Entry:
    """Return the entry of a match for a command.

    Inside of a transaction that is one of its own: what is folded there may still be rolled back,
    and a transaction that holds locks of the database must not wait for a lock of this process,
    whose holder may be waiting for the database.
    """
    return Entry(match_id) if connection.in_atomic_block else CACHE.entry(match_id)
