"""Seal a partition: prove its archive, drop the rows; and make the rows again. For the owner.

What is dropped has been read back from the archive, event by event, in the same command.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connections, transaction
from django.db.backends.utils import CursorWrapper
from psycopg.errors import DeadlockDetected, LockNotAvailable

from eventstore import archives, partitions, streams
from eventstore.archives import KIND, Archive, ArchiveError, Manifest
from eventstore.partitions import REST, Partition

PREFIX = "eventstore_event_match_"
OWNER = "owner"
LOCK_TIMEOUT = "3s"
ATTEMPTS = 20
PAUSE_S = 1.0
"""Those who play go first: a lock is waited for again and again, and never for long."""
ROWS_AT_ONCE = 1000
BRIN = "USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on)"

IDS = """WITH RECURSIVE stream(id) AS (
    (SELECT stream_id FROM {partition} ORDER BY stream_kind, stream_id LIMIT 1)
    UNION ALL
    SELECT following.* FROM stream, LATERAL (
        SELECT stream_id FROM {partition} WHERE stream_kind = 'match' AND stream_id > stream.id
        ORDER BY stream_kind, stream_id LIMIT 1) AS following
)
SELECT id FROM stream"""

ROW = """INSERT INTO {} (stream_kind, stream_id, version, type, schema, body, actor, key,
    fingerprint, recorded_at, hash, chain, salt, by)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""


class Sealed(NamedTuple):
    """A partition that was dropped."""

    name: str
    streams: int
    events: int
    manifest: str


class SealingError(Exception):
    """It cannot be done; the text says why, and nothing was changed."""


def partition_of(name: str) -> Partition:
    """Return the partition that is called 2026-11, or before; raises SealingError."""
    table = PREFIX + name.replace("-", "_")
    found = {each.name: each for each in partitions.of_matches()}
    if table not in found:
        names = ", ".join(each.removeprefix(PREFIX).replace("_", "-") for each in found)
        message = f"there is no partition {name}; there are {names}"
        raise SealingError(message)
    return found[table]


def sealed() -> Sequence[Sealed]:
    """Return what was dropped, in order."""
    with streams.raw_cursor() as cursor:
        cursor.execute(
            "SELECT name, streams, events, manifest FROM eventstore_sealed ORDER BY high"
        )
        return list(map(Sealed._make, cursor.fetchall()))


def ids(partition: Partition) -> Sequence[UUID]:
    """Return the ids of the streams in a partition, in order."""
    with streams.raw_cursor() as cursor:
        cursor.execute(IDS.format(partition=partition.name).encode())
        return [stream_id for (stream_id,) in cursor.fetchall()]


def write(name: str, folder: Path) -> Manifest:
    """Write the archive of a partition."""
    partition = partition_of(name)
    stored = ((each, streams.load(KIND, each)) for each in ids(partition))
    return archives.write(folder, name, partition.low, partition.high, stored)


def differences(archive: Archive, partition: Partition) -> Iterator[str]:
    """Yield in what an archive is not what lies in the partition."""
    bounds = archive.manifest.low, archive.manifest.high
    if bounds != (partition.low, partition.high):
        yield f"the archive takes other ids than {partition.name}"
    found = ids(partition)
    if found != [place.id for place in archive.places()]:
        yield f"{partition.name} has other streams than the archive"
    for stream_id in found:
        try:
            is_same = archive.load(stream_id) == streams.load(KIND, stream_id)
        except ArchiveError as error:
            yield str(error)
            continue
        if not is_same:
            yield f"match {stream_id} has other events than in the archive"


def patiently(work: Callable[[CursorWrapper], None]) -> None:
    """Do a short work in a transaction of the owner's, again if its tables are in use."""
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(PAUSE_S)
        try:
            with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LOCK_TIMEOUT])
                work(cursor)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                raise
        else:
            return
    message = f"the tables were in use {ATTEMPTS} times, and nothing was changed: try it again"
    raise SealingError(message)


def drop(name: str, archive: Archive) -> None:
    """Drop a partition whose events the archive has; raises SealingError unless it has them all.

    It is what lies in ARCHIVE_FOLDER that will be read, so that must be the same.
    """
    partition = partition_of(name)
    faults = [*_not_served(name, archive), *archive.faults(), *differences(archive, partition)]
    if faults:
        raise SealingError("; ".join(faults))
    manifest, table = archive.manifest, partition.name

    def work(cursor: CursorWrapper) -> None:
        # Others read on while it is counted.
        cursor.execute(f"LOCK TABLE {table} IN SHARE MODE")
        cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 - a table of PostgreSQL's list
        if cursor.fetchone() != (manifest.events,):
            message = f"{table} has moved on since the archive was written"
            raise SealingError(message)
        cursor.execute(
            "INSERT INTO eventstore_sealed (name, low, high, streams, events, manifest)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [name, manifest.low, manifest.high, manifest.streams, manifest.events, archive.digest],
        )
        cursor.execute(f"ALTER TABLE eventstore_event_match DETACH PARTITION {table}")
        cursor.execute(f"DROP TABLE {table}")

    archive.sync()
    patiently(work)


def _not_served(name: str, archive: Archive) -> Iterator[str]:
    """Yield why the events would not be read from the folder that all processes read."""
    folder: Path | None = settings.ARCHIVE_FOLDER
    if folder is None:
        yield "set ARCHIVE_FOLDER for all processes first, or its matches cannot be read"
        return
    served = Archive(folder, name)
    if served.paths == archive.paths:
        return
    if served.digest != archive.digest:
        yield f"{served.paths.manifest}, which is read from then on, is another archive"
    yield from served.faults()
    served.sync()


def restore(archive: Archive) -> None:
    """Make the partition of an archive again, with all its rows; raises SealingError.

    The rows are written to a table that is none of the events yet; what follows is short.
    """
    faults = list(archive.faults())
    if faults:
        raise SealingError("; ".join(faults))
    table = PREFIX + archive.manifest.name.replace("-", "_")
    if table in {each.name for each in partitions.of_matches()}:
        message = f"{table} is there already"
        raise SealingError(message)
    patiently(lambda cursor: _fill(cursor, table, archive))
    patiently(lambda cursor: _attach(cursor, table, archive))


def _lock_record(cursor: CursorWrapper, archive: Archive) -> None:
    """Take what tells that this very archive was sealed; raises SealingError."""
    manifest = archive.manifest
    cursor.execute(
        "SELECT name FROM eventstore_sealed WHERE name = %s AND manifest = %s"
        " AND low IS NOT DISTINCT FROM %s::uuid AND high = %s FOR UPDATE",
        [manifest.name, archive.digest, manifest.low, manifest.high],
    )
    if cursor.fetchone() is None:
        message = (
            f"{archive.paths.manifest} ({archive.digest}) is not what was sealed as"
            f" {manifest.name}; archive list says what was"
        )
        raise SealingError(message)


def _fill(cursor: CursorWrapper, table: str, archive: Archive) -> None:
    """Write the rows to a table of their own, in place of what is left of a broken attempt."""
    _lock_record(cursor, archive)
    manifest = archive.manifest
    cursor.execute(f"DROP TABLE IF EXISTS {table}")
    cursor.execute(
        f"CREATE TABLE {table} (LIKE eventstore_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
    )
    for stream_id, events in archive.streams():
        rows = [(KIND, stream_id, *event) for event in events]
        for start in range(0, len(rows), ROWS_AT_ONCE):
            cursor.executemany(ROW.format(table), rows[start : start + ROWS_AT_ONCE])
    cursor.execute(
        f"ALTER TABLE {table} ADD CONSTRAINT {table}_pkey"
        " PRIMARY KEY (stream_kind, stream_id, version)"
    )
    cursor.execute(
        f"CREATE UNIQUE INDEX {table}_command ON {table} (stream_kind, stream_id, actor, key)"
        " WHERE key IS NOT NULL"
    )
    cursor.execute(f"CREATE INDEX {table}_recorded ON {table} {BRIN}")
    # What is known of all rows is not looked for in them under the lock.
    low = "" if manifest.low is None else f" AND stream_id >= '{manifest.low}'"
    cursor.execute(
        f"ALTER TABLE {table} ADD CONSTRAINT {table}_bounds"
        f" CHECK (stream_kind = '{KIND}'{low} AND stream_id < '{manifest.high}')"
    )


def _attach(cursor: CursorWrapper, table: str, archive: Archive) -> None:
    """Take a table in as a partition, with what was imported since its month was sealed."""
    cursor.execute("LOCK TABLE ONLY eventstore_event_match IN SHARE UPDATE EXCLUSIVE MODE")
    _lock_record(cursor, archive)
    cursor.execute(f"LOCK TABLE {REST} IN ACCESS EXCLUSIVE MODE")
    _take_imports(cursor, table, archive.manifest)
    low = "MINVALUE" if archive.manifest.low is None else f"'{archive.manifest.low}'"
    cursor.execute(
        f"ALTER TABLE eventstore_event_match ATTACH PARTITION {table}"
        f" FOR VALUES FROM ({low}) TO ('{archive.manifest.high}')"
    )
    cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {table}_bounds")
    cursor.execute("SELECT eventstore_guard(%s::regclass)", [table])
    cursor.execute("DELETE FROM eventstore_sealed WHERE name = %s", [archive.manifest.name])


def _take_imports(cursor: CursorWrapper, table: str, manifest: Manifest) -> None:
    """Move the rows of a month out of the rest; raises SealingError for a match in both."""
    low = UUID(int=0) if manifest.low is None else manifest.low
    within = "stream_kind = 'match' AND stream_id >= %s AND stream_id < %s"
    bounds = [low, manifest.high]
    cursor.execute(
        f"SELECT stream_id, EXISTS (SELECT FROM {table} AS known"  # noqa: S608 - names of tables
        f" WHERE known.stream_kind = 'match' AND known.stream_id = {REST}.stream_id)"
        f" FROM {REST} WHERE {within} ORDER BY 2 DESC LIMIT 1",
        bounds,
    )
    found = cursor.fetchone()
    if found is None:
        return
    if found[1]:
        message = f"match {found[0]} is in {REST} too: find out which is right"
        raise SealingError(message)
    cursor.execute(f"ALTER TABLE {REST} DISABLE TRIGGER USER")
    cursor.execute(f"INSERT INTO {table} SELECT * FROM {REST} WHERE {within}", bounds)  # noqa: S608
    cursor.execute(f"DELETE FROM {REST} WHERE {within}", bounds)  # noqa: S608 - a name of a table
    cursor.execute(f"ALTER TABLE {REST} ENABLE TRIGGER USER")
    cursor.execute("SELECT eventstore_guard(%s::regclass)", [REST])
