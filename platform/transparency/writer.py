"""Write the heads of all streams that have moved into the log, and sign what it has come to."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple
from uuid import UUID

import structlog
from django.db import connection, transaction

from eventstore import partitions
from eventstore.checkpoints import WALK
from eventstore.streams import raw_cursor
from transparency import blinds, entries, identity, kept, store, tree
from transparency.kept import GoneBackError
from transparency.models import LogCheckpoint, LogEntry
from transparency.notes import Note

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LOCK = 0x637574_6C6F67
"""Of the one writer, among PostgreSQL's advisory locks."""
LOOK_BACK = timedelta(minutes=2)
"""A command writes its time before it commits: so long ago may be what was not seen last time."""
BATCH = 20_000
"""Entries that are written at once."""

HEAD = """CROSS JOIN LATERAL (
    SELECT version, hash FROM eventstore_event
    WHERE stream_kind = kind AND stream_id = id ORDER BY version DESC LIMIT 1) AS head
LEFT JOIN LATERAL (
    SELECT version, hash FROM transparency_logentry
    WHERE stream_kind = kind AND stream_id = id ORDER BY index DESC LIMIT 1) AS logged ON true
WHERE (logged.version, logged.hash) IS DISTINCT FROM (head.version, head.hash)
LIMIT $1"""
COLUMNS = "kind, id, head.version, head.hash"
RECENT = f"""SELECT {COLUMNS} FROM (
    SELECT DISTINCT stream_kind AS kind, stream_id AS id FROM eventstore_event
    WHERE recorded_at >= $2) AS stream {HEAD}"""  # noqa: S608 - built from constants
ALL = f"""{WALK}SELECT {COLUMNS} FROM stream {HEAD}"""  # noqa: S608 - built from constants


class Head(NamedTuple):
    """Where a stream stands."""

    kind: str
    id: UUID
    version: int
    hash: bytes


def log_moved(now: datetime | None = None) -> int:
    """Log the streams that have moved in the last minutes; return how many entries were added.

    Of several workers that try it at once one does it. Raises GoneBackError.
    """
    now = now or datetime.now(UTC)
    last = store.newest()
    # Where no worker ran for a while, it looks back to when one did.
    return _write(now, *((RECENT, min(now, last.at) - LOOK_BACK) if last else (ALL,)))


def log_all(now: datetime | None = None) -> int:
    """Log all streams whose head is not in the log, however long ago; raises GoneBackError."""
    return _write(now or datetime.now(UTC), ALL)


def _write(now: datetime, statement: str, *since: datetime) -> int:
    if not identity.is_kept():
        return 0
    with transaction.atomic():
        if not _is_only_writer():
            return 0
        _require_history()
        last = store.newest()
        size = last.size if last else 0
        added = _entries(_moved(statement, *since), size)
        if not added and last:
            return 0
        LogEntry.objects.bulk_create(added)
        store.grow(size, [tree.leaf_hash(bytes(each.entry)) for each in added])
        _sign(size + len(added), now)
    return len(added)


def _is_only_writer() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        return bool(cursor.fetchone()[0])


def _require_history() -> None:
    """Raise GoneBackError where nothing may be signed: a log is never forked by a database."""
    wrong = kept.fault()
    if wrong is not None:
        log.error("log_held_back", reason=wrong)
        raise GoneBackError(wrong)


def _moved(statement: str, *since: datetime) -> list[Head]:
    found: list[Head] = []
    walks = statement == ALL
    with raw_cursor() as cursor:
        # How much is recent decides how it is best found.
        cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")
        for partition in partitions.leaves() if walks else ("",):
            text = statement.format(partition=partition)
            cursor.execute(text.encode(), (BATCH - len(found), *since))
            found += map(Head._make, cursor.fetchall())
    return found


def _entries(heads: Sequence[Head], size: int) -> list[LogEntry]:
    ids = defaultdict(list)
    for head in heads:
        ids[head.kind].append(head.id)
    known = {kind: blinds.find(kind, each) for kind, each in ids.items()}
    logged = [head for head in heads if head.id in known[head.kind]]
    return [
        LogEntry(
            index=index,
            entry=entries.entry(known[head.kind][head.id], *head),
            stream_kind=head.kind,
            stream_id=head.id,
            version=head.version,
            hash=head.hash,
        )
        for index, head in enumerate(logged, start=size)
    ]


def _sign(size: int, now: datetime) -> None:
    checkpoint = store.checkpoint_of(size)
    text = str(checkpoint)
    # While keys are replaced both sign, so that whoever knows one of them can go on.
    signers = (identity.signer(), *identity.signers_before()[:1])
    note = Note(text, tuple(each.sign(text) for each in signers))
    LogCheckpoint.objects.create(size=size, root=checkpoint.root, at=now, note=str(note))
    # What the database does not have for sure is not kept elsewhere.
    transaction.on_commit(partial(kept.keep, str(note)))
