"""Server processes: started apart from their caller's terminal, known by their command lines."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cutpurse.embedded.account import OsAccount
from cutpurse.embedded.errors import EmbeddedError, MissingServerError
from cutpurse.log_files import TAIL, open_log, tail

try:
    import psutil
except ImportError as error:
    raise MissingServerError("PostgreSQL", "psutil") from error

START_SECONDS = 120.0
"""How long a server may take to start: PostgreSQL replays its log after a crash."""
STOP_SECONDS = 60.0
POLL_SECONDS = 0.01


def spawn(command: Sequence[str], account: OsAccount, folder: Path, log: Path) -> int:
    """Start a server of its own session in a folder, with its output in a log; return its id."""
    with open_log(log) as output:
        account.owns(log)
        process = subprocess.Popen(  # noqa: S603  A wheel's program with our own arguments.
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=_environment(),
            start_new_session=True,
            user=None if account.is_caller else account.uid,
            group=None if account.is_caller else account.gid,
            extra_groups=None if account.is_caller else (),
        )
    # Any process of the clone may stop the server; this one must only reap it.
    process.returncode = 0
    _children.add(process.pid)
    return process.pid


def run(command: Sequence[str], account: OsAccount, folder: Path) -> None:
    """Run a program to its end; EmbeddedError with its output when it fails."""
    done = subprocess.run(  # noqa: S603  A wheel's program with our own arguments.
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_environment(),
        check=False,
        text=True,
        user=None if account.is_caller else account.uid,
        group=None if account.is_caller else account.gid,
        extra_groups=None if account.is_caller else (),
    )
    if done.returncode:
        message = f"{command[0]} failed:\n{done.stdout[-TAIL:]}"
        raise EmbeddedError(message)


def is_running(pid: int, *, argument: str) -> bool:
    """Return whether a process lives and was started with this argument.

    Process ids come round again: a file that names one proves nothing by itself. That of a child
    does not until it is reaped, and for a moment a child has no arguments to be known by.
    """
    if pid in _children and not _reap(pid):
        return True
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and argument in process.cmdline()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def kill_strays(is_stray: Callable[[list[str]], bool]) -> None:
    """Kill the processes whose command lines are those of a server that was killed before them."""
    strays = [
        process
        for process in psutil.process_iter(["cmdline"])
        if is_stray(process.info["cmdline"] or [""])
    ]
    for stray in strays:
        stray.kill()
    _within(STOP_SECONDS, lambda: all(has_ended(stray) for stray in strays))


def has_ended(process: psutil.Process) -> bool:
    """Return whether a process is gone, or a zombie: nobody may ever reap those of a container."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def pid_in(file: Path) -> int | None:
    """Return the process id in the first line of a file, if there is one."""
    try:
        line = file.read_text().partition("\n")[0]
    except FileNotFoundError:
        return None
    return int(line) if line.strip().isdigit() else None


def await_ready(is_ready: Callable[[], bool], is_alive: Callable[[], bool], log: Path) -> None:
    """Wait until a server is ready; EmbeddedError with its log when it ends or takes too long."""
    if not _within(START_SECONDS, lambda: is_ready() or not is_alive()) or not is_alive():
        message = f"a server did not start; {tail(log)}"
        raise EmbeddedError(message)


def stop(pid: int, signals: Sequence[signal.Signals], is_alive: Callable[[], bool]) -> None:
    """Stop a server with the first signal; take the next one each time that STOP_SECONDS pass."""
    for number in signals:
        if not is_alive():
            return
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return
        if _within(STOP_SECONDS, lambda: not is_alive()):
            return
    message = f"process {pid} did not stop"
    raise EmbeddedError(message)


_children: set[int] = set()
"""The servers that this process started and has not reaped."""


def _reap(pid: int) -> bool:
    """Take note of the end of a child; return whether it has ended, or is another's child."""
    try:
        ended, _ = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:  # Reaped already, or the child of a process that forked this one.
        ended = pid
    if ended:
        _children.discard(pid)
    return bool(ended)


def _within(seconds: float, condition: Callable[[], bool]) -> bool:
    """Wait for a condition; return whether it came true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
