"""Read the streams that are over from a standby, where the site has one (`DATABASE_READ_URL`).

A standby lags, so it is asked only for what is known to be whole: it counts where it has the very
event that the primary says is the last. What it lacks, or when it is away, the primary answers.
"""

import time
from collections.abc import Sequence
from uuid import UUID

import psycopg
import structlog
from django.db import Error, connections

from eventstore import sql, streams
from eventstore.events import Point, StoredEvent

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ALIAS = "replica"
AWAY_S = 30.0
"""For so long a standby that did not answer is not asked."""


class Standby:
    """Whether it is asked."""

    away_until = 0.0

    def is_asked(self) -> bool:
        """Return whether there is one that is not known to be away."""
        return ALIAS in connections.databases and time.monotonic() > self.away_until

    def note_away(self) -> None:
        """Ask it no more for a while."""
        self.away_until = time.monotonic() + AWAY_S


STANDBY = Standby()


def load(kind: str, stream_id: UUID, head: Point) -> Sequence[StoredEvent]:
    """Return the events of a stream that is over, up to its last one."""
    if STANDBY.is_asked():
        events = _asked(kind, stream_id, head)
        if events and events[-1].hash == head.hash:
            return events
    return streams.load(kind, stream_id, until=head.version)


def _asked(kind: str, stream_id: UUID, head: Point) -> Sequence[StoredEvent]:
    connection = connections[ALIAS]
    try:
        connection.ensure_connection()
        with psycopg.RawCursor(connection.connection) as cursor:
            given = (kind, stream_id, 0, head.version)
            cursor.execute(sql.LOAD, given, prepare=True, binary=True)
            return list(map(StoredEvent._make, cursor.fetchall()))
    except (Error, psycopg.Error) as error:
        STANDBY.note_away()
        connection.close()
        log.warning("replica_away", error=type(error).__name__)
        return ()
