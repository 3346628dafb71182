"""Have a process use the processor only while no other process wants it."""

import os
from contextlib import suppress
from pathlib import Path

ANALYSES = "analyses"
"""The worker whose child does so, as CUTPURSE_PROCESS names it, and the queue it takes from."""
NICE = 19
AUTOGROUP = Path("/proc/self/autogroup")


def lower() -> None:
    """Lower the priority of this process, and of those that it will start, for good.

    Linux has a policy for it (SCHED_IDLE): whoever wakes up takes the processor from such a
    process at once, which a nice value alone does not bring about. It compares the processes of a
    session with one another, and the sessions by a value of theirs, so that is lowered as well.
    """
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # A container may forbid it.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.nice(NICE - os.nice(0))
    if os.getsid(0) in {os.getpid(), os.getppid()}:
        with suppress(OSError):
            AUTOGROUP.write_text(str(NICE))
