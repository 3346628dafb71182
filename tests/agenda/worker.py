"""The project's Celery app with the handlers of the tests; `celery -A tests.agenda.worker`."""

import os
import signal
import time
from pathlib import Path

from agenda import registry
from agenda.registry import Handler, Job
from cutpurse.celery import app
from tests.agenda.rows import INLINE, LEASED, LEASED_LONG, UNTIL, leave_mark

__all__ = ["app"]


def work(due: Job) -> None:
    """Leave a mark, after what the row's payload asks for."""
    if due.payload == "die" and due.attempts == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if due.payload == "hang" and due.attempts == 0:
        time.sleep(30)
    if due.payload.startswith(UNTIL):
        while not Path(due.payload.removeprefix(UNTIL)).exists():
            time.sleep(0.01)
    if due.payload == "work":
        time.sleep(0.005)
    leave_mark(due)


registry.register(Handler(INLINE, work, "inline"))
registry.register(Handler(LEASED, work, "leased", lease_s=3))
registry.register(Handler(LEASED_LONG, work, "leased", lease_s=registry.LEASE_MAX_S))
