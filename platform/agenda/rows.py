"""The life of a row after it was written: claimed, leased, run, finished or put off.

Every function is one statement. Time is the database's: `statement_timestamp()`, which an index
can use and which moves on within a transaction.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from agenda.registry import Handler, Job

UNFINISHED = "started, and not heard of again"
"""What last_error says while a leased handler runs."""
ABANDONED = "an earlier run started and was not heard of again"
"""What it says afterwards when the run was killed: see whether it is always the same row."""

BACKOFF_MAX_S = 300

NEXT = """
    SELECT EXTRACT(EPOCH FROM due_at - statement_timestamp())::float8
    FROM agenda_due
    WHERE kind = ANY(%(kinds)s)
        AND (lease_until IS NULL OR lease_until <= statement_timestamp())
    ORDER BY due_at LIMIT 1
"""
CLAIM = """
    SELECT kind, subject, version, due_at, payload, attempts, lease_until
    FROM agenda_due
    WHERE kind = ANY(%(kinds)s) AND due_at <= statement_timestamp()
    ORDER BY due_at LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
"""
LEASE = """
    WITH in_flight AS (
        SELECT count(*) AS rows FROM agenda_due
        WHERE kind = ANY(%(kinds)s)
            AND due_at <= statement_timestamp() AND lease_until > statement_timestamp()
    ), ready AS (
        SELECT due.kind, due.subject, mode.lease_s, due.lease_until IS NOT NULL AS has_lapsed,
            due.last_error = %(unfinished)s AS was_started
        FROM agenda_due AS due
        JOIN unnest(%(kinds)s::text[], %(leases_s)s::float8[]) AS mode (kind, lease_s)
            ON mode.kind = due.kind
        WHERE due.due_at <= statement_timestamp()
            AND (due.lease_until IS NULL OR due.lease_until <= statement_timestamp())
        ORDER BY due.due_at
        LIMIT greatest(0, least(%(limit)s, %(in_flight_max)s - (SELECT rows FROM in_flight)))
        FOR UPDATE OF due SKIP LOCKED
    )
    UPDATE agenda_due AS due
    SET lease_until = statement_timestamp() + ready.lease_s * interval '1 second',
        attempts = due.attempts + ready.has_lapsed::int,
        last_error = CASE WHEN ready.was_started THEN %(abandoned)s ELSE due.last_error END
    FROM ready WHERE due.kind = ready.kind AND due.subject = ready.subject
    RETURNING due.kind, due.subject, due.version, due.due_at, due.payload, due.attempts,
        due.lease_until, ready.has_lapsed AND NOT ready.was_started
"""
TAKE = """
    UPDATE agenda_due
    SET last_error = %(unfinished)s,
        lease_until = statement_timestamp() + %(lease_s)s * interval '1 second'
    WHERE kind = %(kind)s AND subject = %(subject)s AND version = %(version)s
        AND (%(lease_until)s::timestamptz IS NULL OR lease_until = %(lease_until)s)
    RETURNING kind, subject, version, due_at, payload, attempts, lease_until
"""
FINISH = """
    DELETE FROM agenda_due
    WHERE kind = %(kind)s AND subject = %(subject)s AND version = %(version)s
        AND due_at = %(due_at)s AND (lease_until IS NOT NULL) = %(is_leased)s
"""
FINISH_ALL = """
    DELETE FROM agenda_due AS due
    USING unnest(%(kinds)s::text[], %(subjects)s::uuid[], %(versions)s::int[],
        %(dues)s::timestamptz[]) AS ran (kind, subject, version, due_at)
    WHERE due.kind = ran.kind AND due.subject = ran.subject AND due.version = ran.version
        AND due.due_at = ran.due_at AND due.lease_until IS NULL
"""
PUT_OFF = """
    UPDATE agenda_due
    SET attempts = attempts + 1, last_error = %(error)s, lease_until = NULL,
        due_at = statement_timestamp()
            + least(0.5 * 2 ^ least(attempts, 20), %(max_s)s) * interval '1 second'
    WHERE kind = %(kind)s AND subject = %(subject)s AND version = %(version)s
        AND lease_until IS NOT DISTINCT FROM %(lease_until)s::timestamptz
"""
RELEASE = """
    UPDATE agenda_due SET lease_until = NULL
    WHERE due_at <= statement_timestamp() AND lease_until > statement_timestamp()
        AND last_error <> %(unfinished)s
"""
RETRY = """
    UPDATE agenda_due AS due SET due_at = statement_timestamp(), lease_until = NULL
    FROM unnest(%(kinds)s::text[], %(subjects)s::uuid[]) AS key (kind, subject)
    WHERE due.kind = key.kind AND due.subject = key.subject
        AND (due.lease_until IS NULL OR due.lease_until <= statement_timestamp())
"""


class Leased(NamedTuple):
    """A row that the caller has just leased."""

    due: Job
    was_lost: bool
    """Whether an earlier lease lapsed before anyone started: its message did not get through."""


def next_due_in(handlers: Sequence[Handler]) -> float | None:
    """Return the seconds until the next free row of these handlers, negative when it is overdue."""
    found = _query(NEXT, kinds=_kinds(handlers))
    return found[0][0] if found else None


def claim(handlers: Sequence[Handler], limit: int) -> list[Job]:
    """Return up to limit due rows, locked until the caller's transaction ends; oldest first."""
    return [Job(*row) for row in _query(CLAIM, kinds=_kinds(handlers), limit=limit)]


def lease(handlers: Sequence[Handler], limit: int, *, in_flight_max: int | None) -> list[Leased]:
    """Return up to limit due rows, each leased for its handler's lease_s; oldest first.

    in_flight_max bounds the rows of these handlers that everyone has leased: what waits, waits
    here, where it can be seen and nothing of it can be lost, rather than in the broker until its
    lease has lapsed.
    A lapsed lease counts as an attempt.
    """
    found = _query(
        LEASE,
        kinds=_kinds(handlers),
        leases_s=[each.lease_s for each in handlers],
        limit=limit,
        in_flight_max=in_flight_max,
        unfinished=UNFINISHED,
        abandoned=ABANDONED,
    )
    leased = [Leased(Job(*row[:-1]), row[-1]) for row in found]
    return sorted(leased, key=lambda each: each.due.due_at)


def confirm_lease(
    handler: Handler, subject: UUID, version: int, lease_until: datetime | None
) -> Job | None:
    """Return the row if it still is what the message was sent for, leased for this run; or None.

    lease_until is the lease that the message came with: whoever leased the row later sent a
    message too, and only the last one may start. None starts a run whatever the lease.
    """
    found = _query(
        TAKE,
        unfinished=UNFINISHED,
        lease_s=handler.lease_s,
        kind=handler.kind,
        subject=subject,
        version=version,
        lease_until=lease_until,
    )
    return Job(*found[0]) if found else None


def finish(due: Job) -> None:
    """Remove a row that has run, unless it was put again meanwhile."""
    _count(
        FINISH,
        kind=due.kind,
        subject=due.subject,
        version=due.version,
        due_at=due.due_at,
        is_leased=due.lease_until is not None,
    )


def finish_all(claimed: Sequence[Job]) -> None:
    """Remove the rows of a batch that has run inline, unless they were put again meanwhile."""
    _count(
        FINISH_ALL,
        kinds=[due.kind for due in claimed],
        subjects=[due.subject for due in claimed],
        versions=[due.version for due in claimed],
        dues=[due.due_at for due in claimed],
    )


def reschedule_failed(due: Job, error: str) -> None:
    """Note a failed run and have the row due again later, unless it was put again meanwhile.

    The wait doubles from 0.5 s to BACKOFF_MAX_S.
    """
    _count(
        PUT_OFF,
        error=error,
        max_s=BACKOFF_MAX_S,
        kind=due.kind,
        subject=due.subject,
        version=due.version,
        lease_until=due.lease_until,
    )


def release_unstarted() -> int:
    """End every lease under which nobody has started, as when the broker has died with them."""
    return _count(RELEASE, unfinished=UNFINISHED)


def retry_now(keys: Sequence[tuple[str, UUID]]) -> int:
    """Make rows due now, except those that someone is working on; return how many."""
    return _count(RETRY, kinds=[kind for kind, _ in keys], subjects=[key for _, key in keys])


def _kinds(handlers: Sequence[Handler]) -> list[str]:
    return [each.kind for each in handlers]


def _query(text: str, **values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return list(cursor.fetchall())


def _count(text: str, **values: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return int(cursor.rowcount)
