"""The threads of a sweeper: lanes that poll, and spares that run leased rows without a broker."""

import queue
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import structlog
from django.db import OperationalError, connection

from agenda import alive, runs
from agenda.error_boundary import ErrorBoundary, describe
from agenda.registry import Job

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

RETRY_MAX_S = 2.0
RENEW_S = 1.0

QUEUED = 4
"""Rows that may wait for a spare thread; few, since their leases run."""


class PollingThread(threading.Thread):
    """Take one step after another until stopped, whatever happens in a step.

    A step returns the seconds until the next. After a step that failed, the thread's database
    connection is closed, so the next one opens a new one; PostgreSQL may come and go.
    """

    def __init__(
        self, name: str, step: Callable[[], float], lock: AbstractContextManager[object]
    ) -> None:
        super().__init__(name=f"agenda-{name}", daemon=True)
        self._step = step
        self._lock = lock
        self._stopped = threading.Event()
        self._renew_at = 0.0

    def run(self) -> None:
        """Step until stopped."""
        failures = 0
        while not self._stopped.is_set():
            attempt = ErrorBoundary()
            pause = 0.0
            with attempt, self._lock:
                pause = self._step()
            if attempt.error is None:
                if failures:
                    log.warning("agenda_lane_recovered", lane=self.name, failures=failures)
                failures = 0
            else:
                failures += 1
                pause = self._fail(attempt.error, failures)
            self._renew()
            self._stopped.wait(pause)
        connection.close()

    def _renew(self) -> None:
        """Say that this thread goes on, once a second."""
        now = time.monotonic()
        if now >= self._renew_at:
            self._renew_at = now + RENEW_S
            with ErrorBoundary():
                alive.renew(self.name)

    def _fail(self, error: Exception, failures: int) -> float:
        if failures == 1:
            # What libpq says when it cannot connect names no row.
            reason = str(error) if isinstance(error, OperationalError) else ""
            log.error("agenda_lane_failed", lane=self.name, error=describe(error), reason=reason)
        with ErrorBoundary():
            connection.close()
        return min(RETRY_MAX_S, 0.05 * 2.0 ** min(failures, 10))

    def stop(self) -> None:
        """Have the thread end after its present step; returns at once."""
        self._stopped.set()


class FallbackPool:
    """A few threads that run leased rows when Celery cannot."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._free = threads + QUEUED

    def start(self) -> None:
        """Start the threads; they end with the process at the latest."""
        for number in range(self._threads):
            name = f"agenda-spare-{number}"
            threading.Thread(name=name, target=self._run, daemon=True).start()

    def stop(self) -> None:
        """Have the threads end after their present row; returns at once."""
        for _ in range(self._threads):
            self._waiting.put(None)

    def capacity(self) -> int:
        """Return how many rows can be given to the threads now."""
        with self._lock:
            return self._free

    def submit(self, due: Job) -> None:
        """Have a row that was leased run; only while `free` says so."""
        with self._lock:
            self._free -= 1
        self._waiting.put(due)

    def _run(self) -> None:
        while (due := self._waiting.get()) is not None:
            attempt = ErrorBoundary()
            with attempt:
                runs.run_leased(due.kind, due.subject, due.version, due.lease_until)
            if attempt.error is not None:
                log.error("agenda_spare_failed", error=describe(attempt.error))
                with ErrorBoundary():
                    connection.close()
            with self._lock:
                self._free += 1
        connection.close()
