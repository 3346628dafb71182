"""Put a database back to how it was, under whoever is connected to it.

So it looks to the processes when a snapshot is restored: the server goes away and comes back with
fewer events than they have seen, and with the same identity.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from cutpurse.embedded import home, postgres, processes, valkey
from cutpurse.embedded.addresses import APP_ROLE, OWNER_ROLE, postgres_url, redis_url
from cutpurse.embedded.home import Home

STOP_S = 20.0


class Past:
    """A copy of the data of a set of servers, to which their PostgreSQL can be put back."""

    def __init__(self, place: Home, *, durable: bool) -> None:
        self._place = place
        self._durable = durable
        self._copy = place.folder / "postgres.past"

    def keep(self) -> None:
        """Keep the data as they are now; PostgreSQL is stopped for a moment."""
        postgres.stop(self._place)
        shutil.rmtree(self._copy, ignore_errors=True)
        copy_folder(self._place.postgres, self._copy)
        postgres.start(self._place, durable=self._durable)

    def return_to(self) -> None:
        """Kill PostgreSQL, and start it with the data that were kept: what came since is lost.

        The copy stays, so that one may return to it again.
        """
        kill_postgres(self._place)
        shutil.rmtree(self._place.postgres)
        copy_folder(self._copy, self._place.postgres)
        postgres.start(self._place, durable=self._durable)

    def forget(self) -> None:
        """Delete the copy."""
        shutil.rmtree(self._copy, ignore_errors=True)


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder with owners and permissions, which a server insists on."""
    subprocess.run(["/bin/cp", "-a", str(source), str(target)], check=True)


def kill_postgres(place: Home) -> None:
    """End PostgreSQL at once (`pg_ctl stop -m immediate`); TimeoutError when it does not end."""
    pid = processes.pid_in(place.postgres / "postmaster.pid")
    if pid is None:
        return
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGQUIT)
    give_up = time.monotonic() + STOP_S
    while postgres.is_running(place):
        if time.monotonic() > give_up:
            message = f"PostgreSQL (process {pid}) has not ended"
            raise TimeoutError(message)
        time.sleep(0.01)


@contextmanager
def own_servers(var: Path) -> Iterator[Home]:
    """Keep PostgreSQL and Valkey running that nobody else uses, with their data below a folder."""
    place = home.make(var)
    try:
        postgres.start(place, durable=False)
        valkey.start(place)
        yield place
    finally:
        valkey.stop(place)
        postgres.stop(place)
        home.remove(var)


def addresses(var: Path) -> Mapping[str, str]:
    """Return what a process of the project has in its environment to use those servers."""
    return {
        "DATABASE_URL": postgres_url(APP_ROLE, var),
        "DATABASE_OWNER_URL": postgres_url(OWNER_ROLE, var),
        "REDIS_URL": redis_url(var),
    }
