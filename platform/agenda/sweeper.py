"""Find what is due and have it run; any number of sweepers may work side by side."""

from collections.abc import Sequence
from typing import Protocol

import structlog
from django.conf import settings

from agenda import registry, rows, runs
from agenda.forks import ForkLock
from agenda.heartbeat import SweeperHeartbeat
from agenda.registry import Handler, Job, Queue
from agenda.threads import FallbackPool, PollingThread

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

POLL_BUSY_S = 0.025
POLL_IDLE_S = 0.1
POLL_GROWTH = 1.2
SPARE_THREADS = 2
IN_FLIGHT_MAX = 64
"""Leased rows of a queue, of all sweepers together; settings.AGENDA_IN_FLIGHT_MAX overrides it.

A few for each Celery process of the whole installation: fewer leave processes idle, and many more
make leases lapse in the broker's queue.
"""
STOP_S = 5.0


class TaskSender(Protocol):
    """Hands rows to another process (`agenda.broker.Broker`)."""

    def is_available(self) -> bool:
        """Return whether it is there."""

    def has_workers(self) -> bool:
        """Return whether anyone is known to listen at its other end."""

    def send(self, due: Job) -> bool:
        """Have a row run elsewhere; False when that cannot be done now."""


class PollInterval:
    """How long a lane waits: until the next row is due, but never long."""

    def __init__(self) -> None:
        self._poll_s = POLL_BUSY_S

    def busy(self, *, moved: bool) -> float:
        """Return the wait after rows were due; none, unless others had all of them."""
        self._poll_s = POLL_BUSY_S
        return 0.0 if moved else POLL_BUSY_S

    def idle(self, next_due_in: float | None) -> float:
        """Return the wait when nothing is due."""
        self._poll_s = min(POLL_IDLE_S, self._poll_s * POLL_GROWTH)
        return self._poll_s if next_due_in is None else min(next_due_in, self._poll_s)


class Sweeper:
    """Two lanes: one for inline rows, which never touches the broker, and one for leased rows."""

    def __init__(self, sender: TaskSender | None) -> None:
        self._sender = sender
        self._sender_is_up = True
        self._in_flight_max: int = getattr(settings, "AGENDA_IN_FLIGHT_MAX", IN_FLIGHT_MAX)
        self._inline_pace, self._leased_pace = PollInterval(), PollInterval()
        self._pulse = SweeperHeartbeat()
        self._spares = FallbackPool(SPARE_THREADS)
        gate = ForkLock()
        self._lanes = (
            PollingThread("inline", self._sweep_inline, gate.step_lock()),
            PollingThread("leased", self._sweep_leased, gate.step_lock()),
        )

    def start(self) -> None:
        """Start sweeping, in threads that never keep the process alive."""
        self._spares.start()
        for lane in self._lanes:
            lane.start()
        kinds = {mode: [each.kind for each in registry.handlers(mode)] for mode in registry.MODES}
        log.info("agenda_sweeping", **kinds)

    def stop(self) -> None:
        """Stop sweeping; returns when the present steps are over, or after STOP_S."""
        for lane in self._lanes:
            lane.stop()
        self._spares.stop()
        for lane in self._lanes:
            lane.join(STOP_S)

    def _sweep_inline(self) -> float:
        # First, so that no clock runs out of time that passed while nobody swept.
        clocks_run = self._pulse.beat()
        handlers = registry.handlers("inline", without_web=not clocks_run)
        wait = rows.next_due_in(handlers)
        if wait is None or wait > 0:
            return self._inline_pace.idle(wait)
        return self._inline_pace.busy(moved=runs.run_inline(handlers=handlers) > 0)

    def _sweep_leased(self) -> float:
        # Asked even when nothing is due: rows that are on their way may have to be called back.
        sender = self._sender_if_up()
        queues = registry.QUEUES if sender or self._sender is None else registry.QUEUES[:1]
        handlers = [each for queue in queues for each in registry.handlers("leased", queue=queue)]
        wait = rows.next_due_in(handlers)
        if wait is None or wait > 0:
            return self._leased_pace.idle(wait)
        moved = self._run_here(handlers) if sender is None else self._hand_out(sender)
        return self._leased_pace.busy(moved=moved > 0)

    def _sender_if_up(self) -> TaskSender | None:
        if self._sender is None:
            return None
        is_up = self._sender.is_available()
        if is_up != self._sender_is_up:
            self._sender_is_up = is_up
            # Messages on their way may have died with the broker. Those that have not will find
            # that their lease is over.
            released = 0 if is_up else rows.release_unstarted()
            log.warning("agenda_broker", is_up=is_up, released=released)
        return self._sender if is_up and self._sender.has_workers() else None

    def _hand_out(self, sender: TaskSender) -> int:
        return sum(self._hand_out_of(queue, sender) for queue in registry.QUEUES)

    def _hand_out_of(self, queue: Queue, sender: TaskSender) -> int:
        handlers = registry.handlers("leased", queue=queue)
        leased = rows.lease(handlers, runs.BATCH, in_flight_max=self._in_flight_max)
        for due, was_lost in leased:
            if was_lost and queue == registry.QUEUES[0] and self._spares.capacity() > 0:
                # The broker took the message, and no worker has seen it.
                self._spares.submit(due)
            elif not sender.send(due):
                break
        return len(leased)

    def _run_here(self, handlers: Sequence[Handler]) -> int:
        leased = rows.lease(handlers, self._spares.capacity(), in_flight_max=None)
        for due, _ in leased:
            self._spares.submit(due)
        return len(leased)
