"""One set of servers for all processes of a clone: the first starts it, the last stops it.

Each process that uses the servers holds a shared lock on var/servers.lock, which the system drops
when the process ends in whatever way. Starting and stopping happen under var/starting.lock. Whoever
leaves and can take the first lock alone was the last. Servers whose last user was killed run on
until the next user leaves.
"""

import atexit
import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from cutpurse.embedded import home, postgres, valkey
from cutpurse.embedded.addresses import var_folder


class Server(Enum):
    """One of the set, by the name that people know it by."""

    POSTGRES = "PostgreSQL"
    VALKEY = "Valkey"


_holds: dict[Path, int] = {}
"""The open lock file of each var folder whose servers this process uses."""
_users: dict[Path, int] = {}
"""How many callers in this process use them."""
_durable: dict[Path, bool] = {}
"""Whether this process wants them to write to the disk."""
_guard = threading.RLock()


def ensure(var: Path | None = None, *, durable: bool = True) -> None:
    """Start the servers of a var folder unless they run; keep them until `release`.

    Each call needs its own release; what is not released at exit is released then. Not durable
    servers are fast and lose data when the machine dies. Raises EmbeddedError.
    """
    folder = (var or var_folder()).resolve()
    with _guard:
        if folder not in _holds:
            _durable[folder] = durable
            _holds[folder] = _hold(folder)
        _users[folder] = _users.get(folder, 0) + 1


def _hold(folder: Path) -> int:
    """Start the servers of a folder, and return the open lock file that keeps them running."""
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / "starting.lock"):
        hold = _open(folder / "servers.lock")
        fcntl.flock(hold, fcntl.LOCK_SH)
        try:
            for server in Server:
                _start(server, folder)
        except BaseException:
            os.close(hold)
            raise
        return hold


def release(var: Path | None = None) -> None:
    """Stop using the servers of a var folder; stop them too when nobody else uses them."""
    folder = (var or var_folder()).resolve()
    with _guard:
        _users[folder] -= 1
        if _users[folder] == 0:
            _leave(folder)


@contextmanager
def running(var: Path | None = None, *, durable: bool = True) -> Iterator[None]:
    """Keep the servers of a var folder running for a while."""
    # The environment may name another folder by the end.
    folder = var or var_folder()
    ensure(folder, durable=durable)
    try:
        yield
    finally:
        release(folder)


def is_used(var: Path | None = None) -> bool:
    """Return whether this process keeps the servers of a var folder running."""
    return (var or var_folder()).resolve() in _holds


def is_running(server: Server, var: Path | None = None) -> bool:
    """Return whether a server of a var folder runs."""
    return _runs(server, home.find((var or var_folder()).resolve()))


def revive(server: Server, var: Path | None = None) -> None:
    """Start a server again that has ended while this process used it. Raises EmbeddedError."""
    folder = (var or var_folder()).resolve()
    with _guard, _locked(folder / "starting.lock"):
        _start(server, folder)


def stop_unused(var: Path | None = None) -> bool:
    """Stop servers that nobody uses any more; return False when somebody does."""
    folder = (var or var_folder()).resolve()
    if not folder.exists():
        return True
    with _locked(folder / "starting.lock"):
        return _stop_if_alone(folder)


def discard(var: Path | None = None) -> bool:
    """Stop the servers of a var folder and delete all their data, unless somebody uses them."""
    folder = (var or var_folder()).resolve()
    if not stop_unused(folder):
        return False
    home.remove(folder)
    return True


def _start(server: Server, folder: Path) -> None:
    place = home.make(folder)
    if _runs(server, place):
        return
    if server is Server.POSTGRES:
        postgres.start(place, durable=_durable[folder])
    else:
        valkey.start(place)


def _runs(server: Server, place: home.Home) -> bool:
    if server is Server.POSTGRES:
        return postgres.is_running(place)
    return valkey.is_running(place)


def _leave(folder: Path) -> None:
    del _users[folder]
    with _locked(folder / "starting.lock"):
        os.close(_holds.pop(folder))
        _stop_if_alone(folder)


def _stop_if_alone(folder: Path) -> bool:
    with (folder / "servers.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        place = home.find(folder)
        valkey.stop(place)
        postgres.stop(place)
        return True


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    descriptor = _open(file)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _open(file: Path) -> int:
    return os.open(file, os.O_RDONLY | os.O_CREAT, 0o644)


def _leave_all() -> None:
    with _guard:
        for folder in list(_holds):
            _leave(folder)


def _forget() -> None:
    """Drop the locks of a forked child: only its parent counts as a user."""
    for hold in _holds.values():
        os.close(hold)
    _holds.clear()
    _users.clear()


atexit.register(_leave_all)
os.register_at_fork(after_in_child=_forget)
