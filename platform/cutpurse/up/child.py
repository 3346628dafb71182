"""A process that is started again whenever it ends by itself."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cutpurse.log_files import open_log

BACKOFF_FIRST = 0.5
BACKOFF_MAX = 30.0
"""Seconds before a process is started again; they double from the first to this."""
STEADY_SECONDS = 30.0
"""A process that ran for this long begins again with the first back-off."""
STOP_SECONDS = 20.0
"""How long a process may take to end in order before it is killed."""


def kill_group(leader: int) -> None:
    """Kill a process and the ones it started, which may outlive it."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


@dataclass(slots=True)
class Child:
    """One process of the platform; of a session of its own, so that a Ctrl-C is not for it."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    backoff: float = field(default=BACKOFF_FIRST)
    due: float = 0.0
    """When to start it again, by the monotonic clock."""

    def start(self) -> None:
        """Start the process."""
        with open_log(self.log) as output:
            self.process = subprocess.Popen(  # noqa: S603  Our own command.
                self.command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self.started = time.monotonic()

    def check(self) -> int | None:
        """Return the exit status of a process that has just ended; start it again when due."""
        if self.process is None:
            if time.monotonic() >= self.due:
                self.start()
            return None
        status = self.process.poll()
        if status is not None:
            kill_group(self.process.pid)
            self._plan_restart()
        return status

    def ask_to_stop(self) -> None:
        """Ask the process to end in order."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def stop(self) -> None:
        """Wait until the process has ended, for STOP_SECONDS at most; kill what is left of it."""
        if self.process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_SECONDS)
        kill_group(self.process.pid)
        self.process.wait()

    def _plan_restart(self) -> None:
        now = time.monotonic()
        if now - self.started >= STEADY_SECONDS:
            self.backoff = BACKOFF_FIRST
        self.process = None
        self.due = now + self.backoff
        self.backoff = min(2 * self.backoff, BACKOFF_MAX)
