"""Notice that the database is not the one it was: another server, or a standby that has taken over.

It is a help and never the guard, which is the hash that every state is known by: a restored
snapshot is of the same lineage, and behind a pooler no connection breaks.
"""

from contextlib import suppress
from threading import Lock
from typing import NamedTuple

import psycopg
import structlog
from django.db.backends.base.base import BaseDatabaseWrapper
from django.dispatch import Signal
from psycopg.errors import InsufficientPrivilege
from psycopg.rows import TupleRow

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

QUERY = "SELECT system_identifier, timeline_id FROM pg_control_system(), pg_control_checkpoint()"
ALIAS = "default"
"""Django's name of the database that the processes work on."""


class Lineage(NamedTuple):
    """What tells two histories of a database apart."""

    system: int
    """Made with the data folder; copies of it have the same."""
    timeline: int
    """One more for each standby that has taken over, and each recovery to a point in time."""


changed = Signal()
"""Sent when a connection reaches another lineage than the one before it."""

_known: Lineage | None = None
_lock = Lock()


def note(found: Lineage) -> None:
    """Take it that a new connection has reached a lineage, and tell when it is another one."""
    global _known
    with _lock:
        before, _known = _known, found
    if before not in {None, found}:
        log.error("database_changed", before=before, now=found)
        changed.send(sender=None)


def look(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Look where a new connection of Django's has come to; nothing where a host forbids that."""
    if connection.alias != ALIAS:
        return
    with suppress(InsufficientPrivilege), connection.connection.cursor() as cursor:
        note(Lineage._make(cursor.execute(QUERY).fetchone()))


async def look_async(connection: "psycopg.AsyncConnection[TupleRow]") -> None:
    """Look where a connection of an asyncio loop has come to, in the same way."""
    with suppress(InsufficientPrivilege):
        cursor = await connection.execute(QUERY)
        note(Lineage._make(await cursor.fetchone() or ()))
