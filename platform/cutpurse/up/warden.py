"""Outlives a killed supervisor: stops what that one had started.

The supervisor holds the writing end of a pipe, which the system closes when it ends in whatever
way. Nobody ever writes.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cutpurse.embedded import servers
from cutpurse.embedded.addresses import python_path
from cutpurse.up import record
from cutpurse.up.child import Child


@contextmanager
def posted(var: Path) -> Iterator[Child]:
    """Start a warden over this process, and give it; it is dismissed in the end."""
    reading, writing = os.pipe()
    me = record.running(os.getpid())
    command = (sys.executable, "-m", __name__, str(var), str(me.pid), repr(me.started))
    environment = {**os.environ, **python_path()}
    warden = Child("warden", command, environment, var / "logs" / "warden.log", reading)
    try:
        warden.start()
        yield warden
    finally:
        warden.ask_to_stop()
        warden.stop()
        os.close(reading)
        os.close(writing)


def watch(supervisor: record.Running, var: Path) -> None:
    """Wait for the end of the supervisor, then stop what it has left, servers too if unused."""
    sys.stdin.buffer.read()
    record.clear_away_after(supervisor, var)
    servers.stop_unused(var)


if __name__ == "__main__":
    watch(record.Running(int(sys.argv[2]), float(sys.argv[3])), Path(sys.argv[1]))
