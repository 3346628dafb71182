"""Passwords are hashed on threads of their own, few and with a short queue.

A hash takes half a second of a processor on purpose. Whoever guesses passwords, or registers
accounts, can so keep these threads busy and no others: what does not fit into the queue is refused
at once, and the threads step back for whatever else the machine has to do.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from api.problems import Problem
from games.messages import Message

BUSY = Message(
    "Too many passwords are being checked; send the same request again in a few seconds."
)
RETRY_AFTER_S = 2
KNOWN_WAITING = 1
"""Who may wait of people that are known, in places of their own."""
NICE = 10
"""By how much the threads step back, where the system knows that of threads."""

_is_known: ContextVar[bool] = ContextVar("is_known", default=False)


@contextmanager
def known() -> Iterator[None]:
    """Hash for somebody who is known: in places that strangers cannot fill."""
    before = _is_known.set(True)
    try:
        yield
    finally:
        _is_known.reset(before)


class Pool:
    """Threads that hash, and the places of those who may work or wait."""

    def __init__(self, workers: int, waiting: int) -> None:
        self._strangers = threading.BoundedSemaphore(workers + waiting)
        self._known = threading.BoundedSemaphore(workers + KNOWN_WAITING)
        self._threads = ThreadPoolExecutor(workers, "hasher", initializer=_step_back)

    def run(self, work: Callable[[], str]) -> str:
        """Return what work returns; raises `unavailable` when all places are taken."""
        places = self._known if _is_known.get() else self._strangers
        if not places.acquire(blocking=False):
            raise Problem("unavailable", BUSY, headers={"Retry-After": str(RETRY_AFTER_S)})
        try:
            return self._threads.submit(work).result()
        finally:
            places.release()


def _step_back() -> None:
    """Let other threads go first: on Linux each has a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


@cache
def pool(_process: int) -> Pool:
    """Return the pool of a process; a fork inherits the object, but not the threads."""
    return Pool(settings.PASSWORD_THREADS, settings.PASSWORD_QUEUE)


class PooledHasher(PBKDF2PasswordHasher):
    """Django's own hash, made in the pool; it reads and writes what Django's does."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash of a password; raises `unavailable` when too many are wanted."""
        work = super().encode
        return pool(os.getpid()).run(lambda: work(password, salt, iterations))
