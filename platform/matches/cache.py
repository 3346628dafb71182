"""The states of matches that this process holds, each behind its own lock.

A held state may be behind the database when another process has moved. It may also be of a history
that the database no longer holds: a standby that takes over or a restored backup lacks the latest
events, and fills their versions with others. So a state counts by its version together with the
hash of its last event, and what does not match is forgotten.

Whoever changes a state and then fails to save it must forget it, and what is read inside a
transaction, which may still be rolled back, is not held.
"""

import json
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock, RLock
from uuid import UUID

from django.db import connection

from eventstore import rewinds, streams
from eventstore.events import Point, StoredEvent
from eventstore.streams import raw_cursor
from games.core import UnknownGameError
from matches import refusals
from matches.state import KIND, MatchState

MATCHES_MAX = 20_000
"""States held at once; a live match takes a few kilobytes."""


def folded(match_id: UUID, events: Sequence[StoredEvent]) -> MatchState:
    """Return a match as its events make it; raises rules_unknown for rules of a newer release."""
    try:
        return MatchState(match_id).fold(events)
    except UnknownGameError as error:
        raise refusals.rules_unknown(json.loads(events[0].body)["rules"]) from error


class Entry:
    """One match as this process holds it. Use the state only while holding the lock."""

    __slots__ = ("doubted", "lock", "match_id", "state", "text")

    def __init__(self, match_id: UUID) -> None:
        self.match_id = match_id
        self.text = str(match_id).encode()
        """The match's id as the database answers it."""
        self.lock = RLock()
        self.state: MatchState | None = None
        self.doubted: Point | None = None
        """Where the state stood on which a command was judged that the database did not take."""

    def caught_up(self) -> MatchState:
        """Return the state with everything that the stream holds; version 0 means no such match."""
        if connection.in_atomic_block:
            return folded(self.match_id, streams.load(KIND, self.match_id))
        # Forgotten while it folds: an error must not leave a half-folded state behind.
        held, doubted = self.state, self.doubted
        self.state = self.doubted = None
        if held is not None:
            # From the event held last: only what follows that very event may be folded.
            events = streams.load(KIND, self.match_id, after=held.version - 1)
            if events and events[0].hash == held.hash:
                return self._hold(held.fold(events[1:]))
            doubted = Point(held.version, held.hash)
        events = streams.load(KIND, self.match_id)
        if doubted is not None and not _has(events, doubted):
            rewinds.note(KIND, self.match_id, held=doubted.version, found=len(events))
        return self._hold(folded(self.match_id, events))

    def _hold(self, state: MatchState) -> MatchState:
        self.state = state if state.version else None
        return state

    def current(self) -> MatchState:
        """Return the state as the database has it, loading only what is new."""
        state = self.state
        if state is not None and stored_head(self.match_id) == (state.version, state.hash):
            return state
        return self.caught_up()

    def for_version(self, version: int) -> MatchState:
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
    return len(events) >= head.version and events[head.version - 1].hash == head.hash


HEAD = "SELECT version, head_hash FROM matches_match WHERE id = $1"


def stored_head(match_id: UUID) -> Point | None:
    """Return where a match stands in the database, or None when there is no such match."""
    with raw_cursor() as cursor:
        cursor.execute(HEAD, (match_id,), prepare=True)
        row = cursor.fetchone()
    return None if row is None else Point._make(row)


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

    def clear(self, **_signal: object) -> None:
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
