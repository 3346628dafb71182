"""Know when nobody swept: for that time the platform was down, and clocks did not count.

Every sweeper writes the same row about once a second, before it looks for what is due. A sweeper
that finds the row old has found an outage. It notes it, once whatever dies, in the transaction
that renews the row, together with an agenda row for whoever makes up for it.
"""

from datetime import datetime
from time import monotonic
from typing import NamedTuple
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import connection, transaction

from agenda import sql

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

KIND = "outage"
"""The agenda's kind for making up for an outage; the subject is its id."""
BEAT_S = 1.0
OUTAGE_MIN_S = 10
"""Shorter silences are no outages; settings.OUTAGE_MIN_SECONDS overrides it."""

LAST = """
    SELECT beat_at, date_trunc('milliseconds', clock_timestamp())
    FROM agenda_heartbeat WHERE id = 1 FOR UPDATE
"""
FIRST = """
    INSERT INTO agenda_heartbeat (id, beat_at)
    VALUES (1, date_trunc('milliseconds', clock_timestamp())) ON CONFLICT DO NOTHING
"""
LAST_END = "SELECT max(ended_at) FROM agenda_outage"
RENEW = "UPDATE agenda_heartbeat SET beat_at = %s WHERE id = 1"
NOTE = "INSERT INTO agenda_outage (id, began_at, ended_at) VALUES (%s, %s, %s)"
SINCE = """
    SELECT id, began_at, ended_at FROM agenda_outage WHERE ended_at > %s ORDER BY ended_at
"""


class Outage(NamedTuple):
    """A time during which nothing was swept."""

    id: UUID
    began_at: datetime
    ended_at: datetime


class Known(NamedTuple):
    """What a process knows of outages as of its last beat."""

    at: float
    """By the monotonic clock, before the beat."""
    last_end: datetime | None
    """When the last outage ended, if there was one."""

    def excludes(self, moment: datetime) -> bool:
        """Return whether no outage can have ended after a moment.

        As long as the beat is younger than an outage is long, there was none since.
        """
        if monotonic() - self.at >= least_s():
            return False
        return self.last_end is None or self.last_end <= moment


class Knowledge:
    """The last of it in this process, whose threads share it."""

    last: Known | None = None


class Pulse:
    """The heartbeat of one sweeper."""

    def __init__(self) -> None:
        self._next = 0.0

    def beat(self) -> None:
        """Renew the row unless that was done within the second."""
        now = monotonic()
        if now >= self._next:
            beat()
            self._next = now + BEAT_S


def beat() -> Outage | None:
    """Renew the row, and note and return the outage that has just ended, if one has."""
    begun, Knowledge.last = monotonic(), None
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LAST)
        found = cursor.fetchone()
        if found is None:
            cursor.execute(FIRST)
            return None
        began_at, now = found
        silence_s = (now - began_at).total_seconds()
        if silence_s <= 0:
            # The database's clock was set back; the row waits until time has caught up with it.
            return None
        cursor.execute(RENEW, [now])
        if silence_s < least_s():
            cursor.execute(LAST_END)
            known = Known(begun, cursor.fetchone()[0])
            # Only what is committed keeps others from noting an outage.
            transaction.on_commit(lambda: setattr(Knowledge, "last", known))
            return None
        outage = Outage(uuid4(), began_at, now)
        cursor.execute(NOTE, outage)
        sql.put(kind=KIND, subject=outage.id, version=1)
    log.warning("agenda_outage", outage=str(outage.id), seconds=silence_s)
    return outage


def least_s() -> float:
    """Return how many seconds of silence make an outage."""
    return float(getattr(settings, "OUTAGE_MIN_SECONDS", OUTAGE_MIN_S))


def outages_since(moment: datetime) -> list[Outage]:
    """Return the outages that ended after a moment, in order; they never overlap."""
    if Knowledge.last is not None and Knowledge.last.excludes(moment):
        return []
    with connection.cursor() as cursor:
        cursor.execute(SINCE, [moment])
        return [Outage._make(row) for row in cursor.fetchall()]


def outage(outage_id: UUID) -> Outage:
    """Return an outage by its id."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, began_at, ended_at FROM agenda_outage WHERE id = %s", [outage_id]
        )
        return Outage._make(cursor.fetchone())
