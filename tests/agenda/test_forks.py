"""Forks of a process that has threads."""

import os
import threading
import time

import pytest

from agenda.forks import ForkLock


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_waits_until_no_thread_is_in_the_middle_of_a_step() -> None:
    door = ForkLock().step_lock()
    lock = threading.Lock()
    is_inside = threading.Event()

    def step() -> None:
        with door, lock:
            is_inside.set()
            time.sleep(0.2)

    thread = threading.Thread(target=step)
    thread.start()
    is_inside.wait()

    child = os.fork()
    if child == 0:
        # Without the gate the lock would be held for ever in the child.
        os._exit(0 if lock.acquire(timeout=0.1) else 1)

    thread.join()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    with door:
        pass
