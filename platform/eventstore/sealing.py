"""Seal a partition: prove its archive, drop the rows; and make the rows again. For the owner.

What is dropped has been read back from the archive, event by event, in the same command.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from django.db import connections, transaction

from eventstore import archives, partitions, streams
from eventstore.archives import KIND, Archive, ArchiveError, Manifest
from eventstore.partitions import Partition

PREFIX = "eventstore_event_match_"
OWNER = "owner"
LOCK_TIMEOUT = "3s"
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
    if found != list(archive.places):
        yield f"{partition.name} has other streams than the archive"
    for stream_id in found:
        try:
            is_same = archive.load(stream_id) == streams.load(KIND, stream_id)
        except ArchiveError as error:
            yield str(error)
            continue
        if not is_same:
            yield f"match {stream_id} has other events than in the archive"


def drop(name: str, archive: Archive) -> None:
    """Drop a partition whose events the archive has; raises SealingError unless it has them all."""
    partition = partition_of(name)
    faults = [*archive.faults(), *differences(archive, partition)]
    if faults:
        raise SealingError("; ".join(faults))
    manifest, table = archive.manifest, partition.name
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LOCK_TIMEOUT])
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


def restore(archive: Archive) -> None:
    """Make the partition of an archive again, with all its rows; raises SealingError."""
    faults = list(archive.faults())
    if faults:
        raise SealingError("; ".join(faults))
    manifest = archive.manifest
    table = PREFIX + manifest.name.replace("-", "_")
    if table in {each.name for each in partitions.of_matches()}:
        message = f"{table} is there already"
        raise SealingError(message)
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LOCK_TIMEOUT])
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
        low = "MINVALUE" if manifest.low is None else f"'{manifest.low}'"
        cursor.execute(
            f"ALTER TABLE eventstore_event_match ATTACH PARTITION {table}"
            f" FOR VALUES FROM ({low}) TO ('{manifest.high}')"
        )
        cursor.execute("SELECT eventstore_guard(%s::regclass)", [table])
        cursor.execute("DELETE FROM eventstore_sealed WHERE name = %s", [manifest.name])
