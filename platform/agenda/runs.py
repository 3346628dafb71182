"""Run what is due: inline rows in one transaction, leased rows one by one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from uuid import UUID

import structlog
from django.db import connection, transaction

from agenda import registry, rows
from agenda.error_boundary import CONTENTION, ErrorBoundary, describe, sqlstate
from agenda.registry import Handler, Job

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

BATCH = 50
"""Rows in one transaction of inline handlers."""

IDLE_MAX = "2s"
PATIENCE = (
    "SELECT set_config('lock_timeout', '200ms', true), set_config('statement_timeout', '5s', true),"
    " set_config('idle_in_transaction_session_timeout', %s, true)"
)
"""How long an inline transaction may wait, and the database for it.

A sweeper locks the row first and the match then, a move the match first and the row then. When
both meet, the sweeper gives way, soon, and finds the row again if the move has left it there.
"""


Watch = Callable[[Job], AbstractContextManager[object]]

_watching: list[Watch] = []
"""What goes on around each run, if anything."""


def watch_by(watch: Watch | None) -> None:
    """Have each run go on within a context of somebody's, such as a trace; None for no more."""
    _watching[:] = [] if watch is None else [watch]


def _run(due: Job) -> None:
    handler = registry.handler(due.kind)
    if not _watching:
        handler.run(due)
        return
    with _watching[0](due):
        handler.run(due)


def run_inline(limit: int = BATCH, handlers: Sequence[Handler] | None = None) -> int:
    """Run up to limit due inline rows in one transaction; return how many ran or failed.

    Handlers say whose rows; all inline ones unless given.
    When one of them raises, nothing of it is kept and they run again one by one, each behind a
    savepoint: so the effects of one that raises vanish, and only its own.
    """
    attempt = ErrorBoundary()
    claimed: list[Job] = []
    whose = registry.handlers("inline") if handlers is None else handlers
    with attempt, _claimed(whose, limit) as batch:
        claimed = batch
        # A savepoint for each would cost a quarter of the time that a clock takes.
        for due in claimed:
            _run(due)
        rows.finish_all(claimed)
    if attempt.error is None:
        _note_runs(claimed)
        return len(claimed)
    if len(claimed) == 1 and sqlstate(attempt.error) in CONTENTION:
        return 0
    with _claimed(whose, limit) as claimed:
        return sum(_run_claimed(due) for due in claimed)


@contextmanager
def _claimed(handlers: Sequence[Handler], limit: int) -> Iterator[list[Job]]:
    """Claim due inline rows, in a transaction that ends with the block."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(PATIENCE, [IDLE_MAX])
        yield rows.claim(handlers, limit)


def _note_runs(ran: Iterable[Job]) -> None:
    for due in ran:
        log.debug("agenda_ran", kind=due.kind, subject=str(due.subject), version=due.version)


def _run_claimed(due: Job) -> bool:
    """Run a row that the transaction has locked; False when it has to wait for somebody."""
    attempt = ErrorBoundary()
    with attempt, transaction.atomic():
        _run(due)
        rows.finish(due)
    if attempt.error is None:
        _note_runs([due])
        return True
    if transaction.get_rollback():
        # Not even the savepoint could be rolled back: the connection is gone, with all the batch.
        raise attempt.error
    if sqlstate(attempt.error) in CONTENTION:
        return False
    _fail(due, attempt.error)
    return True


def run_leased(kind: str, subject: UUID, version: int, lease_until: datetime | None) -> bool:
    """Run one leased row unless it has moved on; return whether it ran without an error."""
    if connection.connection is not None and not connection.is_usable():
        # Connections are kept between runs, and PostgreSQL may have been restarted.
        connection.close()
    handler = registry.handler(kind)
    due = rows.confirm_lease(handler, subject, version, lease_until)
    if due is None:
        log.info("agenda_moved_on", kind=kind, subject=str(subject), version=version)
        return False
    attempt = ErrorBoundary()
    with attempt:
        _run(due)
    if attempt.error is not None:
        _fail(due, attempt.error)
        return False
    rows.finish(due)
    log.info("agenda_ran", kind=kind, subject=str(subject), version=version)
    return True


def run_due_now(*, without_web: bool = False) -> int:
    """Run everything that is due, in this thread, until nothing is; return how many rows ran.

    Without the web, leave what waits for it.
    Rows that fail are put off, so this ends unless handlers go on making rows due at once.
    """
    done = 0
    while True:
        inline = run_inline(handlers=registry.handlers("inline", without_web=without_web))
        leased = rows.lease(registry.handlers("leased"), BATCH, in_flight_max=None)
        for due, _ in leased:
            run_leased(due.kind, due.subject, due.version, due.lease_until)
        if not inline and not leased:
            return done
        done += inline + len(leased)


def _fail(due: Job, error: Exception) -> None:
    reason = describe(error)
    rows.reschedule_failed(due, reason)
    log.error(
        "agenda_failed",
        kind=due.kind,
        subject=str(due.subject),
        version=due.version,
        attempts=due.attempts + 1,
        error=reason,
    )
