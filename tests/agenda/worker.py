"""The project's Celery app with the handlers of the tests; `celery -A tests.agenda.worker`."""

import os
import signal
import time

from agenda import registry
from agenda.registry import Handler, Job
from cutpurse.celery import app
from tests.agenda.rows import INLINE, LEASED, leave_mark

__all__ = ["app"]


def work(due: Job) -> None:
    """Leave a mark, after what the row's payload asks for."""
    if due.payload == "die" and due.attempts == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if due.payload == "hang" and due.attempts == 0:
        time.sleep(30)
    if due.payload == "slow":
        time.sleep(1.5)
    if due.payload == "work":
        time.sleep(0.005)
    leave_mark(due)


registry.register(Handler(INLINE, work, "inline"))
registry.register(Handler(LEASED, work, "leased", lease_s=3))
