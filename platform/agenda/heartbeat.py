"""Know when nobody swept, or nobody could move: for that time clocks did not count.

Sweepers write a row about once a second, before they look for what is due, and web processes
another. One process of a kind is enough. Who finds the row of its own kind old has come back from
an outage. When the other kind is there too, the outage is over: it is noted, once whatever dies,
in the transaction that renews the row, together with an agenda row for whoever makes up for it.
Until then it stays open. So outages never overlap, and each ends later than all before it.
"""

from datetime import datetime, timedelta
from enum import IntEnum
from time import monotonic
from typing import NamedTuple
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from agenda import sql

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

KIND = "outage"
"""The agenda's kind for making up for an outage; the subject is its id."""
BEAT_S = 1.0
OUTAGE_MIN_S = 10
"""Shorter silences are no outages; settings.OUTAGE_MIN_SECONDS overrides it."""
HOLD_SHARE = 0.3
"""Of that silence of the web, after which no clock runs out until it is heard again."""

BEATS = "SELECT id, beat_at, open_since FROM agenda_heartbeat ORDER BY id FOR UPDATE"
NOW = "SELECT date_trunc('milliseconds', clock_timestamp())"
FIRST = """
    INSERT INTO agenda_heartbeat (id, beat_at)
    VALUES (%s, date_trunc('milliseconds', clock_timestamp())) ON CONFLICT DO NOTHING
"""
LAST_END = "SELECT max(ended_at) FROM agenda_outage"
RENEW = """
    UPDATE agenda_heartbeat SET beat_at = %s, open_since = %s, back_at = coalesce(%s, back_at)
    WHERE id = %s
"""
BACK = "SELECT back_at FROM agenda_heartbeat WHERE id = %s"
CLOSE = "UPDATE agenda_heartbeat SET open_since = NULL WHERE open_since IS NOT NULL"
NOTE = "INSERT INTO agenda_outage (id, began_at, ended_at) VALUES (%s, %s, %s)"
SINCE = """
    SELECT id, began_at, ended_at FROM agenda_outage WHERE ended_at > %s ORDER BY ended_at
"""


class Source(IntEnum):
    """The kinds of processes without which a match stands still; the ids of their rows."""

    SWEEPER = 1
    WEB = 2


class Outage(NamedTuple):
    """A time during which nothing was swept, or no web process was there."""

    id: UUID
    began_at: datetime
    ended_at: datetime


class Beat(NamedTuple):
    """The row of a kind of processes."""

    source: int
    beat_at: datetime
    open_since: datetime | None

    def silence(self, now: datetime) -> timedelta:
        """Return for how long nobody has been heard of."""
        return now - self.beat_at

    def is_silent(self, now: datetime) -> bool:
        """Return whether that is an outage."""
        return self.silence(now) >= timedelta(seconds=outage_threshold_s())


class OutageSnapshot(NamedTuple):
    """What a process knows of outages as of its last beat."""

    until: float
    """By the monotonic clock: before it no outage can have ended since the beat."""
    last_end: datetime | None
    """When the last outage ended, if there was one."""

    def excludes(self, moment: datetime) -> bool:
        """Return whether no outage can have ended after a moment."""
        if monotonic() >= self.until:
            return False
        return self.last_end is None or self.last_end <= moment


class OutageCache:
    """The last of it in this process, whose threads share it."""

    last: OutageSnapshot | None = None
    web_is_silent: bool = False
    """Whether the web had not been heard of for a while, or ever since; then clocks wait."""


class SweeperHeartbeat:
    """The heartbeat of one sweeper."""

    def __init__(self) -> None:
        self._next = 0.0

    def beat(self) -> bool:
        """Renew the row unless that was done within the second; return whether clocks may run out.

        They may not while the web is silent: nobody can move, and all get that time back.
        """
        now = monotonic()
        if now >= self._next:
            beat()
            self._next = now + BEAT_S
        return not OutageCache.web_is_silent


def beat(source: Source = Source.SWEEPER) -> Outage | None:
    """Renew the row of a kind; note and return the outage that has just ended, if one has."""
    begun, OutageCache.last = monotonic(), None
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(BEATS)
        rows = {row[0]: Beat._make(row) for row in cursor.fetchall()}
        cursor.execute(NOW)
        (now,) = cursor.fetchone()
        OutageCache.web_is_silent = _holds(rows.get(Source.WEB), now)
        mine = rows.pop(source, None)
        if mine is None:
            cursor.execute(FIRST, [source])
            return None
        if now <= mine.beat_at:
            # The database's clock was set back; the row waits until time has caught up with it.
            return None
        others = list(rows.values())
        began_at = _began(mine, others, now)
        back_at = now if _holds(mine, now) else None
        if any(other.is_silent(now) for other in others):
            cursor.execute(RENEW, [now, began_at, back_at, source])
            return None
        cursor.execute(RENEW, [now, None, back_at, source])
        cursor.execute(LAST_END)
        (last_end,) = cursor.fetchone()
        if began_at is None:
            oldest = max((other.silence(now) for other in others), default=timedelta())
            known = OutageSnapshot(begun + outage_threshold_s() - oldest.total_seconds(), last_end)
            # Only what is committed keeps others from noting an outage.
            transaction.on_commit(lambda: setattr(OutageCache, "last", known))
            return None
        return _noted(cursor, began_at if last_end is None else max(began_at, last_end), now)


def _holds(web: Beat | None, now: datetime) -> bool:
    """Return whether clocks wait for the web; not where none was ever there."""
    return web is not None and web.silence(now) >= unnoticed_silence()


def unnoticed_silence() -> timedelta:
    """Return up to how long the web may be silent without that being noticed."""
    return timedelta(seconds=HOLD_SHARE * outage_threshold_s())


def web_back_at() -> datetime | None:
    """Return when the web was last heard of again after a silence for which clocks wait."""
    with connection.cursor() as cursor:
        cursor.execute(BACK, [Source.WEB])
        row = cursor.fetchone()
        return None if row is None else row[0]


def _began(mine: Beat, others: list[Beat], now: datetime) -> datetime | None:
    """Return when the outage began that is open, or has just been found; None without one."""
    known = [row.open_since for row in (mine, *others) if row.open_since is not None]
    return min([*known, mine.beat_at] if mine.is_silent(now) else known, default=None)


def _noted(cursor: CursorWrapper, began_at: datetime, ended_at: datetime) -> Outage | None:
    """Note an outage that is over."""
    cursor.execute(CLOSE)
    if began_at >= ended_at:
        return None
    outage = Outage(uuid4(), began_at, ended_at)
    cursor.execute(NOTE, outage)
    sql.schedule(kind=KIND, subject=outage.id, version=1)
    seconds = (ended_at - began_at).total_seconds()
    transaction.on_commit(
        lambda: log.warning("agenda_outage", outage=str(outage.id), seconds=seconds)
    )
    return outage


def outage_threshold_s() -> float:
    """Return how many seconds of silence make an outage."""
    return float(getattr(settings, "OUTAGE_MIN_SECONDS", OUTAGE_MIN_S))


def outages_since(moment: datetime) -> list[Outage]:
    """Return the outages that ended after a moment, in order; they never overlap."""
    if OutageCache.last is not None and OutageCache.last.excludes(moment):
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
