"""Let a process that runs the sweeper's threads fork safely."""

import os
import threading
from contextlib import AbstractContextManager

FORK_WAIT_S = 1.0
"""Seconds that a fork waits for one thread to come to rest; after that it goes ahead."""


class ForkLock:
    """Make forks wait for threads to be between two steps.

    A fork copies every lock as it stands and none of the threads that hold them: had one of them
    just locked a log's stream, the child would wait for it for ever. Celery's worker forks
    whenever it replaces a child.
    """

    def __init__(self) -> None:
        self._locks: list[threading.RLock] = []
        self._held: list[threading.RLock] = []
        os.register_at_fork(
            before=self._before, after_in_parent=self._after, after_in_child=self._forget
        )

    def step_lock(self) -> AbstractContextManager[object]:
        """Return a lock that one thread holds during each of its steps, and no longer."""
        lock = threading.RLock()
        self._locks.append(lock)
        return lock

    def _before(self) -> None:
        self._held = [lock for lock in self._locks if lock.acquire(timeout=FORK_WAIT_S)]

    def _after(self) -> None:
        for lock in self._held:
            lock.release()
        self._held = []

    def _forget(self) -> None:
        self._after()
        self._locks = []
