"""Append to streams and load them: the only writer of the event table.

Everything runs on Django's own connection, inside the caller's transaction when there is one, but
on psycopg's cursors: Django's never prepare a statement.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.db import connection

from eventstore import chain, sql
from eventstore.canonical import whole_milliseconds
from eventstore.errors import ConcurrencyError, KeyUsedError, RewoundError
from eventstore.events import NewEvent, Point, StoredEvent

VERSION_MAX = 2**31 - 1
COMMAND_INDEX = "eventstore_event_command"
"""The unique index on (actor, key): its violation means that the command was given before."""


class Head(NamedTuple):
    """The last event of a stream, as far as the next one needs it."""

    version: int
    hash: bytes
    at: datetime


class Look(NamedTuple):
    """Where a stream stands, for somebody who knew it before."""

    head: Point
    is_same: bool
    """Whether the stream still has the event that was known."""


class Command(NamedTuple):
    """Where the first event of a command stands."""

    stream_kind: str
    stream_id: UUID
    version: int
    fingerprint: bytes | None


def raw_cursor() -> psycopg.RawCursor[tuple[Any, ...]]:
    """Return a cursor of psycopg's own on Django's connection of this thread."""
    connection.ensure_connection()
    return psycopg.RawCursor(connection.connection)


def load(
    kind: str, stream_id: UUID, *, after: int = 0, until: int = VERSION_MAX
) -> list[StoredEvent]:
    """Return the events of a stream with after < version <= until, in order.

    They come in PostgreSQL's binary form: psycopg spends five times as long on times as text.
    """
    with raw_cursor() as cursor:
        cursor.execute(sql.LOAD, (kind, stream_id, after, until), prepare=True, binary=True)
        return list(map(StoredEvent._make, cursor.fetchall()))


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


def look(kind: str, stream_id: UUID, known: Point) -> Look:
    """Return where a stream stands, and whether it has a point still; version 0 for no stream."""
    with raw_cursor() as cursor:
        cursor.execute(sql.LOOK, (kind, stream_id, known.version), prepare=True)
        version, digest, then = cursor.fetchone() or (0, None, None)
    return Look(Point(version, digest), known.hash in {None, then})


def find_command(actor: str, key: str) -> Command | None:
    """Return the command that an actor gave with a key, if any."""
    with raw_cursor() as cursor:
        cursor.execute(sql.COMMAND, (actor, key), prepare=True)
        row = cursor.fetchone()
    return None if row is None else Command._make(row)


def seal(events: Sequence[NewEvent], *, version: int, previous: bytes, at: datetime) -> list[bytes]:
    """Return the hashes of new events that follow version, whose hash is previous."""
    hashes = []
    for number, event in enumerate(events, start=version + 1):
        previous = chain.link(previous, chain.line(number, event.type, event.body, at))
        hashes.append(previous)
    return hashes


def append(  # noqa: PLR0913 - the parts of a command
    kind: str,
    stream_id: UUID,
    expected_version: int,
    events: Sequence[NewEvent],
    *,
    actor: str,
    key: str,
    at: datetime,
    fingerprint: bytes | None = None,
) -> list[StoredEvent]:
    """Append the events of one command, all or none, and return them as stored.

    Every command has a key of its actor's own. The time is cut to milliseconds and never lies
    before that of the event before it.

    Raises ConcurrencyError when the stream is not at expected_version, and KeyUsedError when the
    actor has used the key before.
    """
    with raw_cursor() as cursor:
        cursor.execute(sql.HEAD, (kind, stream_id), prepare=True)
        row = cursor.fetchone() or (0, chain.genesis(kind, stream_id), at)
        version, previous, last = Head._make(row)
        if version != expected_version:
            raise ConcurrencyError(expected_version, version)
        at = whole_milliseconds(max(at, last))
        hashes = seal(events, version=version, previous=previous, at=at)
        parameters: list[object] = [kind, stream_id, version, actor, key, fingerprint, at]
        for event, digest in zip(events, hashes, strict=True):
            parameters += (event.type, event.schema, event.body, digest)
        statement = sql.insert_events(len(events), 1, "(SELECT) AS one")
        try:
            cursor.execute(statement, parameters, prepare=True)
        except psycopg.errors.UniqueViolation as violation:
            if violation.diag.constraint_name == COMMAND_INDEX:
                raise KeyUsedError(actor, key) from violation
            raise ConcurrencyError(expected_version, expected_version + 1) from violation
    return [
        StoredEvent(
            number,
            event.type,
            event.schema,
            event.body,
            actor,
            key if number == version + 1 else None,
            fingerprint if number == version + 1 else None,
            at,
            digest,
        )
        for number, (event, digest) in enumerate(
            zip(events, hashes, strict=True), start=version + 1
        )
    ]
