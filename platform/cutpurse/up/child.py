"""A process that is started again whenever it ends by itself."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cutpurse.log_files import open_log
from cutpurse.up.backoff import Backoff

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
    stdin: int = subprocess.DEVNULL
    process: "subprocess.Popen[bytes] | None" = None
    backoff: Backoff = field(default_factory=Backoff)

    def start(self) -> None:
        """Start the process."""
        with open_log(self.log) as output:
            self.process = subprocess.Popen(  # noqa: S603  Our own command.
                self.command,
                env=self.environment,
                stdin=self.stdin,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self.backoff.note_start()

    def check(self) -> int | None:
        """Return the exit status of a process that has just ended; start it again when due."""
        if self.process is None:
            if self.backoff.remaining <= 0:
                self.start()
            return None
        status = self.process.poll()
        if status is not None:
            kill_group(self.process.pid)
            self.process = None
            self.backoff.plan()
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
