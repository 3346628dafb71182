"""What the tests of the agenda put on it, and what their handlers leave behind."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import connection
from django.utils import timezone

from agenda import registry, sql
from agenda.registry import Handler, Job, Mode, Queue

INLINE = "test_inline"
LEASED = "test_leased"
ANALYSIS = "test_analysis"
LEASED_LONG = "test_leased_long"
"""Leased for much longer than anything takes on a busy machine."""
UNTIL = "until "
"""What a payload begins with that names a file: the run goes on until there is one."""
MARK = "test_mark"
"""The kind of the rows that handlers leave behind; nothing handles it."""


class Mark(NamedTuple):
    """A trace of one run: committed with it, gone with it."""

    version: int
    process: int
    thread: str


def leave_mark(due: Job) -> None:
    """Note in the database that a row's handler ran: another row each time."""
    text = (
        "INSERT INTO agenda_due (kind, subject, due_at, version, payload)"
        " VALUES (%s, %s, statement_timestamp() + interval '1 day', %s, %s)"
    )
    note = f"{due.subject} {os.getpid()} {threading.current_thread().name}"
    with connection.cursor() as cursor:
        cursor.execute(text, [MARK, uuid4(), due.version, note])


def marks(subject: UUID) -> list[Mark]:
    """Return the traces of every run for a subject."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, payload FROM agenda_due WHERE kind = %s AND payload LIKE %s",
            [MARK, f"{subject} %"],
        )
        found = [(version, payload.split(maxsplit=2)) for version, payload in cursor.fetchall()]
    return [Mark(version, int(process), thread) for version, (_, process, thread) in found]


@contextmanager
def handled(
    kind: str,
    run: Callable[[Job], None] = leave_mark,
    mode: Mode = "inline",
    lease_s: int = 20,
    queue: Queue = "cutpurse",
) -> Iterator[None]:
    """Have a kind handled for a while."""
    registry.register(Handler(kind, run, mode, lease_s, queue=queue))
    try:
        yield
    finally:
        registry.unregister(kind)


def put(kind: str, *, version: int = 1, due_in_s: float = 0.0, payload: str = "") -> UUID:
    """Put a row for a new subject and return the subject."""
    subject = uuid4()
    due_at = timezone.now() + timedelta(seconds=due_in_s)
    sql.schedule(kind=kind, subject=subject, due_at=due_at, version=version, payload=payload)
    return subject


class State(NamedTuple):
    """The columns of a row that its runs change."""

    version: int
    due_in_s: float
    is_leased: bool
    attempts: int
    last_error: str


def state(kind: str, subject: UUID) -> State | None:
    """Return how a row stands, or None when it is gone."""
    text = (
        "SELECT version, EXTRACT(EPOCH FROM due_at - clock_timestamp())::float8,"
        " COALESCE(lease_until > clock_timestamp(), false), attempts, last_error"
        " FROM agenda_due WHERE kind = %s AND subject = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(text, [kind, subject])
        found = cursor.fetchone()
    return State(*found) if found else None


def lapse(subject: UUID) -> None:
    """Have the lease of a subject's row end, as if its time had passed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE agenda_due SET lease_until = clock_timestamp() - interval '1 ms'"
            " WHERE subject = %s AND lease_until IS NOT NULL",
            [subject],
        )


def clear() -> None:
    """Remove every row; for tests that commit."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM agenda_due")
