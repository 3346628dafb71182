"""A streaming standby that is cut off, falls behind, and takes over."""

import shutil
import signal
import time
from collections.abc import Callable

import psycopg
from psycopg.conninfo import make_conninfo

from cutpurse.embedded import binaries, postgres, processes
from cutpurse.embedded.home import Home
from tests.rewinding import kill_postgres

PATIENCE_S = 30.0
STREAMS_S = 1.0
"""For how long the standby follows before it is cut off."""
POLL_S = 0.05


class Standby:
    """A second PostgreSQL that follows the servers' own by streaming replication."""

    def __init__(self, place: Home) -> None:
        self._place = place
        self._data = place.folder / "postgres.standby"
        self._sockets = place.folder / "standby"
        self._pid = 0

    def keep(self) -> None:
        """Copy the primary while it serves, follow it for a moment, and be cut off from it."""
        self._copy()
        self._start()
        with self._primary() as primary:
            _await(lambda: primary.execute("SELECT 1 FROM pg_stat_replication").fetchone())
            time.sleep(STREAMS_S)
            with self._standby() as standby:
                standby.execute("ALTER SYSTEM SET primary_conninfo = ''")
                standby.execute("SELECT pg_reload_conf()")
            _await(lambda: not primary.execute("SELECT 1 FROM pg_stat_replication").fetchone())

    def return_to(self) -> None:
        """Kill the primary, promote the standby, and let it serve in the primary's place."""
        kill_postgres(self._place)
        with self._standby() as standby:
            standby.execute("SELECT pg_promote()")
            _await(lambda: standby.execute("SELECT 1 WHERE NOT pg_is_in_recovery()").fetchone())
        self._stop()
        shutil.rmtree(self._place.postgres)
        self._data.rename(self._place.postgres)
        postgres.start(self._place, durable=True)

    def forget(self) -> None:
        """Delete what is left."""
        for folder in (self._data, self._sockets):
            shutil.rmtree(folder, ignore_errors=True)

    def _copy(self) -> None:
        self.forget()
        account, folder = self._place.account, self._place.folder
        for made in (self._data, self._sockets):
            made.mkdir(mode=0o700)
            account.owns(made)
        program = binaries.postgres(self._place) / "bin" / "pg_basebackup"
        source = make_conninfo(host=str(self._place.sockets.resolve()), user=postgres.SUPERUSER)
        command = [str(program), "-D", str(self._data), "-d", source]
        processes.run([*command, "-R", "-X", "stream", "--checkpoint=fast"], account, folder)

    def _start(self) -> None:
        settings = {
            **postgres.SETTINGS,
            **postgres.DURABLE,
            "unix_socket_directories": str(self._sockets),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        program = binaries.postgres(self._place) / "bin" / "postgres"
        command = [str(program), "-D", str(self._data), *options]
        log = self._place.logs / "standby.log"
        self._pid = processes.spawn(command, self._place.account, self._place.folder, log)
        processes.await_ready(self._answers, self._lives, log)

    def _stop(self) -> None:
        processes.stop(self._pid, (signal.SIGINT, signal.SIGQUIT), self._lives)

    def _lives(self) -> bool:
        return processes.is_running(self._pid, argument=str(self._data))

    def _answers(self) -> bool:
        try:
            self._standby().close()
        except psycopg.OperationalError:
            return False
        return True

    def _primary(self) -> "psycopg.Connection[tuple[object, ...]]":
        return _connected(str(self._place.sockets.resolve()))

    def _standby(self) -> "psycopg.Connection[tuple[object, ...]]":
        return _connected(str(self._sockets))


def _connected(host: str) -> "psycopg.Connection[tuple[object, ...]]":
    name = postgres.SUPERUSER
    return psycopg.connect(host=host, user=name, dbname=name, autocommit=True)


def _await(found: Callable[[], object]) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not found():
        if time.monotonic() > give_up:
            message = f"the standby has not done so within {PATIENCE_S:.0f} s"
            raise TimeoutError(message)
        time.sleep(POLL_S)
