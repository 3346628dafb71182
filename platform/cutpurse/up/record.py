"""What runs on this clone, in var/up.json, for `down` and for the `up` after a crash."""

import fcntl
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from cutpurse.embedded.processes import has_ended
from cutpurse.up.child import kill_group

STOP_SECONDS = 60.0
"""How long what runs may take to end in order."""
POLL_SECONDS = 0.05
CLOCK_SECONDS = 2.0
"""How far the start of a process may seem to move when the clock is set."""


class AlreadyUpError(RuntimeError):
    """Another `up` runs on this clone."""


class Running(NamedTuple):
    """A process as the record names it; its start tells it from a later one of the same id."""

    pid: int
    started: float

    def find(self) -> psutil.Process | None:
        """Return the process if it lives; one that has ended and was not reaped does not."""
        try:
            process = psutil.Process(self.pid)
            return None if not self._is(process) or has_ended(process) else process
        except psutil.NoSuchProcess:
            return None

    def is_replaced(self) -> bool:
        """Return whether the id is another process's by now."""
        try:
            return not self._is(psutil.Process(self.pid))
        except psutil.NoSuchProcess:
            return False

    def _is(self, process: psutil.Process) -> bool:
        return abs(process.create_time() - self.started) < CLOCK_SECONDS


class Record(NamedTuple):
    """One run of `up`: its process, its children and the address of its pages."""

    supervisor: Running
    children: tuple[Running, ...]
    address: str


@contextmanager
def alone(var: Path) -> Iterator[None]:
    """Let one `up` run at a time; AlreadyUpError when another does."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "up.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            record = read(var)
            address = record.address if record else "in a moment"
            message = f"Cutpurse runs on this clone already: {address} (make down stops it)."
            raise AlreadyUpError(message) from None
        yield


def write(var: Path, children: Sequence[int], address: str) -> None:
    """Record this process, its children and the address."""
    write_record(
        var, Record(running(os.getpid()), tuple(running(pid) for pid in children), address)
    )


def write_record(var: Path, record: Record) -> None:
    """Record a run; whoever reads sees all of it or the one before."""
    part = var / "up.json.part"
    part.write_text(json.dumps(record))
    part.replace(var / "up.json")


def read(var: Path) -> Record | None:
    """Return what was recorded last, if anything."""
    try:
        supervisor, children, address = json.loads((var / "up.json").read_text())
    except FileNotFoundError:
        return None
    return Record(Running(*supervisor), tuple(Running(*child) for child in children), address)


def remove(var: Path) -> None:
    """Forget what ran."""
    (var / "up.json").unlink(missing_ok=True)


def stop(var: Path) -> bool:
    """Stop the run on record, or what a killed one left; return whether anything ran."""
    with _stopping(var):
        record = read(var)
        if record is None:
            return False
        supervisor = record.supervisor.find()
        if supervisor is not None and supervisor.pid != os.getpid():
            supervisor.terminate()
            _await_end([record.supervisor])
            return True
        return _clear_away(var, record.children)


def clear_away_after(supervisor: Running, var: Path) -> None:
    """Stop what a run has left whose supervisor was killed, unless somebody did that already."""
    _await_end([supervisor])
    with _stopping(var):
        record = read(var)
        if record is not None and record.supervisor == supervisor:
            # Whoever clears away may be one of the children.
            _clear_away(var, [each for each in record.children if each.pid != os.getpid()])


@contextmanager
def _stopping(var: Path) -> Iterator[None]:
    """Let one process at a time stop what runs: the next finds it done."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "stopping.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _clear_away(var: Path, children: Sequence[Running]) -> bool:
    left = [process for each in children if (process := each.find())]
    for process in left:
        with suppress(psutil.NoSuchProcess):
            process.terminate()
    _await_end(children)
    for child in children:
        # A leader that is gone, or not reaped, may have left others of its group.
        if not child.is_replaced():
            kill_group(child.pid)
    remove(var)
    return bool(left)


def _await_end(processes: Sequence[Running]) -> None:
    """Wait until processes have ended, for STOP_SECONDS at most."""
    end = time.monotonic() + STOP_SECONDS
    while any(process.find() for process in processes) and time.monotonic() < end:
        time.sleep(POLL_SECONDS)


def running(pid: int) -> Running:
    """Return a living process as a record names it."""
    return Running(pid, psutil.Process(pid).create_time())
