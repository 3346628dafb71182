"""Load streams, hash what is to follow, and take in the log of another installation.

Everything runs on Django's own connection, inside the caller's transaction when there is one, but
on psycopg's cursors: Django's never prepare a statement.
"""

import os
from collections.abc import Sequence
from datetime import datetime
from secrets import token_bytes
from typing import NamedTuple
from uuid import UUID

import psycopg
from django.db import connection
from psycopg.rows import TupleRow

from eventstore import chain, sealed, sql
from eventstore.canonical import format_timestamp
from eventstore.errors import RewoundError
from eventstore.events import IMPORT, Author, NewEvent, Point, StoredEvent

VERSION_MAX = 2**31 - 1
KEYS = ("_command", "eventstore_opening_pkey")
"""What the names of unique indexes end with that know the keys of commands: one in each partition
for those of a stream, and one for those that have opened a stream."""
SALTS_DRAWN = 256
"""Salts that are drawn at once: asking the system for each would cost a move 2 %."""


_salts: list[bytes] = []
"""Salts that nothing has had yet; a fork must not have those of its parent."""
os.register_at_fork(after_in_child=_salts.clear)


class Look(NamedTuple):
    """Where a stream stands, for somebody who knew it before."""

    head: Point
    is_same: bool
    """Whether the stream still has the event that was known."""


class RecordedCommand(NamedTuple):
    """Where the first event of a command stands."""

    stream_kind: str
    stream_id: UUID
    version: int
    fingerprint: bytes | None


def raw_cursor() -> psycopg.RawCursor[TupleRow]:
    """Return a cursor of psycopg's own on Django's connection of this thread."""
    connection.ensure_connection()
    return psycopg.RawCursor(connection.connection)


def load(
    kind: str, stream_id: UUID, *, after: int = 0, until: int = VERSION_MAX
) -> list[StoredEvent]:
    """Return the events of a stream with after < version <= until, in order.

    They come in PostgreSQL's binary form: psycopg spends five times as long on times as text.
    Those of a sealed month come from its archive.
    """
    with raw_cursor() as cursor:
        cursor.execute(sql.LOAD, (kind, stream_id, after, until), prepare=True, binary=True)
        found = list(map(StoredEvent._make, cursor.fetchall()))
    return found or [
        event for event in sealed.load(kind, stream_id) if after < event.version <= until
    ]


def hashes(kind: str, stream_id: UUID, versions: Sequence[int]) -> dict[int, bytes]:
    """Return the hashes of some events of a stream, by version, in order."""
    with raw_cursor() as cursor:
        cursor.execute(sql.HASHES, (kind, stream_id, list(versions)), prepare=True)
        found: dict[int, bytes] = dict(cursor.fetchall())
    if not found:
        found = {each.version: each.hash for each in sealed.load(kind, stream_id)}
    return {each: bytes(found[each]) for each in sorted(versions)}


def load_after(kind: str, stream_id: UUID, known: Point, until: int) -> list[StoredEvent]:
    """Return the events of a stream, whose head stands at until, after a point that was known.

    Raises RewoundError when the stream does not have that point.
    """
    if known.version > until:
        raise RewoundError(known.version, until)
    # From the known event on, to see that it is still the same.
    events = load(kind, stream_id, after=max(0, known.version - 1), until=until)
    if known.version:
        first = events.pop(0)
        if known.hash not in {None, first.hash}:
            raise RewoundError(known.version, until)
    return events


def head(kind: str, stream_id: UUID) -> Point | None:
    """Return where a stream stands, or None when there is no such stream."""
    with raw_cursor() as cursor:
        cursor.execute(sql.HEAD, (kind, stream_id), prepare=True)
        row = cursor.fetchone()
    if row is None:
        archived = sealed.load(kind, stream_id)
        row = (archived[-1].version, archived[-1].hash) if archived else None
    return None if row is None else Point._make(row[:2])


def look(kind: str, stream_id: UUID, known: Point) -> Look:
    """Return where a stream stands, and whether it has a point still; version 0 for no stream."""
    with raw_cursor() as cursor:
        cursor.execute(sql.LOOK, (kind, stream_id, known.version), prepare=True)
        found = cursor.fetchone()
    if found is None:
        archived = sealed.load(kind, stream_id)
        hashes = {event.version: event.hash for event in archived}
        last = max(hashes, default=0)
        found = last, hashes.get(last), hashes.get(known.version)
    version, digest, then = found
    return Look(Point(version, digest), known.hash in {None, then})


def find_command(kind: str, stream_id: UUID, actor: str, key: str) -> RecordedCommand | None:
    """Return the command that an actor gave to a stream with a key, if any."""
    return _command(sql.COMMAND, kind, stream_id, actor, key)


def find_opening(actor: str, key: str) -> RecordedCommand | None:
    """Return the command with which an actor has opened a stream with a key, if any."""
    return _command(sql.OPENING, actor, key)


def _command(statement: str, *parameters: object) -> RecordedCommand | None:
    with raw_cursor() as cursor:
        cursor.execute(statement.encode(), parameters, prepare=True)
        row = cursor.fetchone()
    return None if row is None else RecordedCommand._make(row)


def is_of_key(violation: psycopg.errors.UniqueViolation) -> bool:
    """Return whether a write was refused since the command was given before."""
    return (violation.diag.constraint_name or "").endswith(KEYS)


def chain_hashes(
    events: Sequence[NewEvent], author: Author, *, version: int, previous: bytes, at: datetime
) -> list[StoredEvent]:
    """Return the events of one command as they are stored after version, whose hash is previous."""
    sealed: list[StoredEvent] = []
    moment = format_timestamp(at)
    by = chain.digest(author).hex()
    for number, event in enumerate(events, start=version + 1):
        if len(sealed) == 1:
            author = author.of_the_rest
            by = chain.digest(author).hex()
        event_type, body, schema = event
        line = chain.timed_line(number, event_type, body, moment, by=by, schema=schema)
        previous = chain.link(previous, line)
        actor, key, fingerprint, salt = author
        stored = (number, event_type, schema, body, actor, key, fingerprint, at, previous)
        sealed.append(StoredEvent(*stored, chain.NEWEST, salt))
    return sealed


def new_salt() -> bytes:
    """Return what hides the author of a command in a log: random, and never the same twice."""
    try:
        return _salts.pop()
    except IndexError:
        size = chain.SALT_BYTES
        drawn = token_bytes(SALTS_DRAWN * size)
        _salts.extend(drawn[at : at + size] for at in range(size, len(drawn), size))
        return drawn[:size]


def adopt(kind: str, stream_id: UUID, events: Sequence[StoredEvent]) -> None:
    """Write the events of a log as a new stream, with the hashes that they have.

    Raises ValueError when the hashes are not those of such a stream, and psycopg's UniqueViolation
    when there is one.
    """
    foreign = [
        event._replace(actor=IMPORT, key=f"{stream_id}:{event.version}", fingerprint=None)
        for event in events
    ]
    fault = chain.first_fault(kind, stream_id, foreign)
    if fault is not None:
        message = f"event {fault[0]}: {fault[1]}"
        raise ValueError(message)
    with raw_cursor() as cursor:
        for event in foreign:
            version, *parts, digest, version_of_chain, salt, by = event
            row = (kind, stream_id, version, *parts, digest, version_of_chain, salt, by)
            cursor.execute(sql.ADOPT, row, prepare=True)
