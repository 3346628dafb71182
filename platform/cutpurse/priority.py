"""Have a process leave most of the processor to the others, and give it some all the same."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

NICE = 10
"""A tenth of what a process of the usual priority is given beside it."""
AUTOGROUP = Path("/proc/self/autogroup")
WORK_S = 0.00025
PAUSE_S = 0.0001
"""After so much work a pause of this length, in seconds."""


def lower() -> None:
    """Lower the priority of this process, and of those that it will start, for good.

    Where Linux groups processes by their sessions, a nice value counts within the session alone,
    and the session has one of its own; so that is lowered too if it is ours.
    """
    os.nice(NICE)
    if os.getsid(0) in {os.getpid(), os.getppid()}:
        with suppress(OSError):  # Other systems have none, and a container may forbid it.
            AUTOGROUP.write_text(str(NICE))


class Pauses:
    """Pauses of the main thread, one after every WORK_S, whatever Python code it runs.

    A low priority decides who runs when a processor is given away, but not how soon: Linux lets
    a process keep its processor for some milliseconds even if one of higher priority wakes up.
    A move takes less, so it would wait again and again for a processor that is meant for it.
    """

    def __init__(self) -> None:
        self._are_wanted = False

    def begin(self) -> None:
        """Have the process pause from now on, or go on to; it uses the alarm signal."""
        self._are_wanted = True
        signal.signal(signal.SIGALRM, self._pause)
        signal.setitimer(signal.ITIMER_REAL, WORK_S)

    def end(self) -> None:
        """Let the process work without pauses again."""
        # First: a pause that is about to begin would have another one follow.
        self._are_wanted = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _pause(self, *_given: object) -> None:
        if self._are_wanted:
            time.sleep(PAUSE_S)
        # Only now: however long others had the processor meanwhile, work follows each pause.
        if self._are_wanted:
            signal.setitimer(signal.ITIMER_REAL, WORK_S)
