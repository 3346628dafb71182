"""Two nodes of PostgreSQL: one that writes, and one that follows it and may take over."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
from psycopg.conninfo import make_conninfo

from cutpurse.embedded import binaries, postgres, processes
from cutpurse.embedded.addresses import digest
from cutpurse.embedded.home import Home

PATIENCE_S = 60.0
POLL_S = 0.05
ANY_STANDBY = "ANY 1 (*)"
"""The primary acknowledges a write when one standby, whichever it is, has it on its disk."""

Database = psycopg.Connection[tuple[object, ...]]


class Node:
    """A server with data and sockets of its own."""

    def __init__(self, place: Home, name: str) -> None:
        self.name = name
        self._place = place
        self.data = place.folder / f"{name}.data"
        self.sockets = place.folder / name
        self._title = f"drill-{digest(self.data)}"
        self._pid = 0

    def start(self) -> None:
        """Start on the data that are there, and wait until it answers."""
        self._own(self.sockets)
        settings = {
            **postgres.SETTINGS,
            **postgres.DURABLE,
            "unix_socket_directories": str(self.sockets),
            "cluster_name": self._title,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        program = binaries.postgres(self._place) / "bin" / "postgres"
        command = [str(program), "-D", str(self.data), *options]
        log = self._place.logs / f"{self.name}.log"
        self._pid = processes.spawn(command, self._place.account, self._place.folder, log)
        processes.await_ready(self._answers, self.lives, log)

    def copy(self, source: Path) -> None:
        """Begin anew as a standby of who listens there: whatever this node held is gone."""
        shutil.rmtree(self.data, ignore_errors=True)
        self._own(self.data)
        program = binaries.postgres(self._place) / "bin" / "pg_basebackup"
        address = make_conninfo(host=str(source), user=postgres.SUPERUSER)
        command = [str(program), "-D", str(self.data), "-d", address]
        account, folder = self._place.account, self._place.folder
        processes.run([*command, "-R", "-X", "stream", "--checkpoint=fast"], account, folder)
        self.start()

    def promote(self) -> None:
        """Take over, and wait for no standby any more: there is none yet."""
        with self.admin() as admin:
            self.set(admin, "synchronous_standby_names", "")
            admin.execute("SELECT pg_promote()")
            await_(lambda: admin.execute("SELECT 1 WHERE NOT pg_is_in_recovery()").fetchone())

    def set(self, admin: Database, name: str, value: str) -> None:
        """Change a setting for good."""
        admin.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
        admin.execute("SELECT pg_reload_conf()")

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop as `pg_ctl stop` does: SIGINT for `fast`, SIGQUIT for `immediate`."""
        processes.stop(self._pid, (number, signal.SIGQUIT), self.lives)

    def kill(self) -> None:
        """Kill all processes at once, as the loss of the machine does."""
        self._signal(signal.SIGKILL)
        await_(lambda: not self.lives())

    def freeze(self) -> None:
        """Let all processes stand still; connections stay, and nothing comes back on them."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let them go on where they stood."""
        self._signal(signal.SIGCONT)

    def lives(self) -> bool:
        """Return whether the server's first process is there."""
        return self._pid != 0 and processes.is_running(self._pid, argument=str(self.data))

    def admin(self) -> Database:
        """Return a connection that may do everything."""
        host, name = str(self.sockets), postgres.SUPERUSER
        return psycopg.connect(host=host, user=name, dbname=name, autocommit=True)

    def _signal(self, number: signal.Signals) -> None:
        first = psutil.Process(self._pid)
        for process in (first, *first.children(recursive=True)):
            with suppress(ProcessLookupError, psutil.NoSuchProcess):
                os.kill(process.pid, number)

    def _answers(self) -> bool:
        try:
            self.admin().close()
        except psycopg.OperationalError:
            return False
        return True

    def _own(self, folder: "os.PathLike[str]") -> None:
        path = self._place.folder / folder
        path.mkdir(mode=0o700, exist_ok=True)
        self._place.account.owns(path)


class Pair:
    """The two nodes, whichever is which at the moment."""

    def __init__(self, place: Home, names: Sequence[str]) -> None:
        self._place = place
        self.primary, self.standby = (Node(place, name) for name in names)

    def make(self) -> None:
        """Make a database with its roles on the first node."""
        postgres.start(self._place, durable=True)
        postgres.stop(self._place)
        self._place.postgres.rename(self.primary.data)
        self.primary.start()

    def join(self) -> None:
        """Let the second node follow the first, which waits for it from then on."""
        self.standby.copy(self.primary.sockets)
        with self.primary.admin() as admin:
            self.primary.set(admin, "synchronous_standby_names", ANY_STANDBY)
            _await_state(admin, "quorum")

    def take_over(self) -> None:
        """Promote the standby; what was the primary is no longer one of the two that count."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def wait_for_no_standby(self) -> None:
        """Let the primary acknowledge what is on its own disk alone."""
        with self.primary.admin() as admin:
            self.primary.set(admin, "synchronous_standby_names", "")

    def cut(self) -> None:
        """Cut the standby off: it stays where it is while the primary goes on."""
        with self.standby.admin() as standby, self.primary.admin() as primary:
            self.standby.set(standby, "primary_conninfo", "")
            await_(lambda: not primary.execute("SELECT 1 FROM pg_stat_replication").fetchone())

    def stop(self) -> None:
        """Stop both."""
        for node in (self.standby, self.primary):
            if node.lives():
                node.thaw()
                node.stop()


def _await_state(admin: Database, wanted: str) -> None:
    query = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = %s"
    await_(lambda: admin.execute(query, [wanted]).fetchone())


def await_(found: Callable[[], object]) -> None:
    """Wait until something is so; TimeoutError when it takes too long."""
    give_up = time.monotonic() + PATIENCE_S
    while not found():
        if time.monotonic() > give_up:
            message = f"a node has not done so within {PATIENCE_S:.0f} s"
            raise TimeoutError(message)
        time.sleep(POLL_S)
