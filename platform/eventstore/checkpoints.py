"""Which streams there are to verify, and which have not moved since they were found whole.

A stream is known by any of its events, by the rows that its owner derives from it, and by the
checkpoint of an earlier run: whichever of them is gone, the others tell.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from eventstore import partitions
from eventstore.streams import raw_cursor

Name = tuple[str, UUID]
"""The kind of a stream and its id."""


class Rows(NamedTuple):
    """The rows of a kind of streams: where they are, and what they say of the last event."""

    table: str
    id: str
    """The column that names the stream."""
    hash: str | None = None
    """The column that keeps the hash of the last event, if any does; `version` keeps its number."""
    parts: tuple[tuple[str, str], ...] = ()
    """Tables that belong to these rows, with their column that names the stream."""


class Head(NamedTuple):
    """The last event of a stream, as a row or a checkpoint keeps it."""

    version: int
    hash: bytes | None
    at: datetime | None = None
    """When the checkpoint was taken."""


WALK = """WITH RECURSIVE stream(kind, id) AS (
    (SELECT stream_kind, stream_id FROM {partition}
        ORDER BY stream_kind, stream_id LIMIT 1)
    UNION ALL
    SELECT following.* FROM stream, LATERAL (
        SELECT stream_kind, stream_id FROM {partition}
        WHERE (stream_kind, stream_id) > (stream.kind, stream.id)
        ORDER BY stream_kind, stream_id LIMIT 1) AS following
)
"""
"""All streams of a partition, by one step of the primary key for each; `DISTINCT` would read every
event, and a walk over the whole table would look into each partition at every step."""
HEADS = f"{WALK}SELECT kind, id FROM stream"  # noqa: S608 - built from constants

MOVED = f"""{HEADS} CROSS JOIN LATERAL (
    SELECT version, hash FROM {{partition}}
    WHERE stream_kind = kind AND stream_id = id ORDER BY version DESC LIMIT 1) AS head
LEFT JOIN eventstore_checkpoint AS kept ON kept.stream_kind = kind AND kept.stream_id = id
WHERE (kept.version, kept.hash) IS DISTINCT FROM (head.version, head.hash)
    OR kept.checked_at < $1 OR NOT kept.is_whole"""  # noqa: S608 - built from constants

CHECKED = "SELECT stream_kind, stream_id FROM eventstore_checkpoint"
GONE = f"""{CHECKED} AS kept LEFT JOIN LATERAL (
    SELECT true AS is_there FROM eventstore_event AS event
    WHERE event.stream_kind = kept.stream_kind AND event.stream_id = kept.stream_id LIMIT 1
) AS found ON true WHERE is_there IS NULL AND NOT EXISTS (
    SELECT FROM eventstore_sealed WHERE kept.stream_kind = 'match'
        AND (low IS NULL OR low <= kept.stream_id) AND kept.stream_id < high)"""  # noqa: S608 - built from constants

KEPT = """SELECT version, hash, checked_at FROM eventstore_checkpoint
WHERE stream_kind = $1 AND stream_id = $2"""

KEEP = """INSERT INTO eventstore_checkpoint
    (stream_kind, stream_id, version, hash, checked_at, is_whole)
SELECT *, true FROM unnest($1::text[], $2::uuid[], $3::int[], $4::bytea[], $5::timestamptz[])
ON CONFLICT (stream_kind, stream_id) DO UPDATE SET version = excluded.version,
    hash = excluded.hash, checked_at = excluded.checked_at, is_whole = true"""

DOUBT = """UPDATE eventstore_checkpoint SET is_whole = false
WHERE stream_kind = $1 AND stream_id = $2"""

LONG_AGO = datetime.min.replace(tzinfo=UTC, year=1970)


def everything(rows: dict[str, Rows]) -> list[Name]:
    """Return every stream of which there is an event, a row or a checkpoint."""
    found = {*_of_all_partitions(HEADS), *_names(CHECKED)}
    for kind, table in rows.items():
        found.update(_names(f"SELECT $1::text, {table.id} FROM {table.table}", kind))  # noqa: S608
        found.update(_orphans(kind, table))
    return sorted(found)


def moved(rows: dict[str, Rows], since: datetime | None = None) -> list[Name]:
    """Return every stream that is not as it was found whole, at or after a moment if one is given.

    That takes its last event and its rows' word for it: who changes an event in the midst of a
    stream and leaves the last one alone is found by a run over everything only.
    """
    found = {*_of_all_partitions(MOVED, since or LONG_AGO), *_names(GONE)}
    for kind, table in rows.items():
        differs = "kept.version IS DISTINCT FROM own.version"
        if table.hash is not None:
            differs += f" OR kept.hash IS DISTINCT FROM own.{table.hash}"
        found.update(
            _names(
                f"SELECT $1::text, own.{table.id} FROM {table.table} AS own"  # noqa: S608
                f" LEFT JOIN eventstore_checkpoint AS kept"
                f" ON kept.stream_kind = $1 AND kept.stream_id = own.{table.id} WHERE {differs}",
                kind,
            )
        )
        found.update(_orphans(kind, table))
    return sorted(found)


def _orphans(kind: str, rows: Rows) -> Iterable[Name]:
    """Return the streams that rows name whose own row is gone, as no foreign key allows."""
    for table, column in rows.parts:
        yield from _names(
            f"SELECT DISTINCT $1::text, part.{column} FROM {table} AS part"  # noqa: S608
            f" WHERE NOT EXISTS (SELECT FROM {rows.table} AS own"
            f" WHERE own.{rows.id} = part.{column})",
            kind,
        )


def _of_all_partitions(statement: str, *parameters: object) -> Iterable[Name]:
    for partition in partitions.leaves():
        yield from _names(statement.format(partition=partition), *parameters)


def _names(statement: str, *parameters: object) -> list[Name]:
    with raw_cursor() as cursor:
        return cursor.execute(statement.encode(), parameters).fetchall()


def row_of(rows: Rows, stream_id: UUID) -> Head | None:
    """Return what the row of a stream says of its last event; None without a row."""
    kept = rows.hash or "NULL::bytea"
    statement = f"SELECT version, {kept} FROM {rows.table} WHERE {rows.id} = $1"  # noqa: S608
    with raw_cursor() as cursor:
        found = cursor.execute(statement.encode(), (stream_id,)).fetchone()
    return None if found is None else Head(*found)


def kept(kind: str, stream_id: UUID) -> Head | None:
    """Return the last event of a stream as it was when the stream was last found whole."""
    with raw_cursor() as cursor:
        found = cursor.execute(KEPT, (kind, stream_id)).fetchone()
    return None if found is None else Head(*found)


def keep(found: Sequence[tuple[Name, Head]]) -> None:
    """Note the last events of streams that were found whole now."""
    now = datetime.now(UTC)
    columns = [
        list(each) for each in zip(*((*name, *head[:2], now) for name, head in found), strict=True)
    ]
    if columns:
        with raw_cursor() as cursor:
            cursor.execute(KEEP, columns)


def doubt(kind: str, stream_id: UUID) -> None:
    """Note that a stream was found with a fault: every run reads it again until it is whole.

    What it ended with before stays, since that may be the only witness.
    """
    with raw_cursor() as cursor:
        cursor.execute(DOUBT, (kind, stream_id))
