"""Have a process leave most of the processor to the others, and give it some all the same."""

import os
from contextlib import suppress
from pathlib import Path

NICE = 10
"""A tenth of what a process of the usual priority is given beside it."""
AUTOGROUP = Path("/proc/self/autogroup")


def lower() -> None:
    """Lower the priority of this process, and of those that it will start, for good.

    Where Linux groups processes by their sessions, a nice value counts within the session alone,
    and the session has one of its own; so that is lowered too if it is ours.
    """
    os.nice(NICE)
    if os.getsid(0) in {os.getpid(), os.getppid()}:
        with suppress(OSError):  # Other systems have none, and a container may forbid it.
            AUTOGROUP.write_text(str(NICE))
