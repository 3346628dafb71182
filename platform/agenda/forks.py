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
        self._doors: list[threading.RLock] = []
        self._shut: list[threading.RLock] = []
        os.register_at_fork(
            before=self._before, after_in_parent=self._after, after_in_child=self._forget
        )

    def step_lock(self) -> AbstractContextManager[object]:
        """Return a lock that one thread holds during each of its steps, and no longer."""
        door = threading.RLock()
        self._doors.append(door)
        return door

    def _before(self) -> None:
        self._shut = [door for door in self._doors if door.acquire(timeout=FORK_WAIT_S)]

    def _after(self) -> None:
        for door in self._shut:
            door.release()
        self._shut = []

    def _forget(self) -> None:
        self._after()
        self._doors = []
