"""The embedded PostgreSQL: made, started, set up and stopped with the wheel's own programs."""

import shutil
import signal
from pathlib import Path

import psycopg

from cutpurse import roles
from cutpurse.embedded import binaries, processes
from cutpurse.embedded.addresses import APP_ROLE, DATABASE, OWNER_ROLE, digest, postgres_url
from cutpurse.embedded.home import Home

SUPERUSER = "postgres"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # A statement that fails or is cut off holds names and seeds, and so does the detail of a key
    # that is taken.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
THROW_AWAY = dict.fromkeys(DURABLE, "off")
"""For servers whose data nobody will miss after a crash: those of the tests."""


def is_running(home: Home) -> bool:
    """Return whether a server runs on the home's data."""
    pid = processes.pid_in(home.postgres / "postmaster.pid")
    return pid is not None and _is_server(pid, home)


def start(home: Home, *, durable: bool) -> None:
    """Start the server, on new data if there is none, with its roles and database made."""
    installation = binaries.postgres(home)
    _clear_leftovers(home)
    if not home.postgres.exists():
        _make_data(home, installation / "bin" / "initdb", durable=durable)
    settings = {
        **SETTINGS,
        **(DURABLE if durable else THROW_AWAY),
        "unix_socket_directories": _quoted(str(home.sockets.resolve())),
        "cluster_name": _cluster_name(home),
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    log = home.logs / "postgres.log"
    command = [str(installation / "bin" / "postgres"), "-D", str(home.postgres), *options]
    pid = processes.spawn(command, home.account, home.folder, log)
    processes.await_ready(lambda: _is_ready(home), lambda: _is_server(pid, home), log)
    _set_up(home)


def stop(home: Home) -> None:
    """Stop the server; open sessions are rolled back."""
    pid = processes.pid_in(home.postgres / "postmaster.pid")
    if pid is not None:
        processes.stop(pid, (signal.SIGINT, signal.SIGQUIT), lambda: _is_server(pid, home))


def _is_server(pid: int, home: Home) -> bool:
    return processes.is_running(pid, argument=str(home.postgres))


def _make_data(home: Home, initdb: Path, *, durable: bool) -> None:
    """Make the data folder under another name, so that it is whole once it has its own."""
    new = home.folder / "postgres.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(mode=0o700)
    home.account.owns(new)
    command = [
        str(initdb),
        f"--pgdata={new}",
        f"--username={SUPERUSER}",
        # The folder of the sockets lets only the account in: that is the lock on this door.
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        *([] if durable else ["--no-sync"]),
    ]
    processes.run(command, home.account, home.folder)
    new.rename(home.postgres)


def _clear_leftovers(home: Home) -> None:
    """Remove what a killed server left: its children, and files that name a process id.

    PostgreSQL refuses to start while such a file names a living process, whichever that is by now.
    """
    processes.kill_strays(lambda line: _is_of_home(line, home))
    (home.postgres / "postmaster.pid").unlink(missing_ok=True)
    for socket in home.sockets.glob(".s.PGSQL.*"):
        socket.unlink()


def _is_of_home(command_line: list[str], home: Home) -> bool:
    """Return whether a process is a server of this home, or a child, which shows its name only."""
    program = command_line[0]
    return program.startswith(f"postgres: {_cluster_name(home)}: ") or (
        program.endswith("/postgres") and str(home.postgres) in command_line
    )


def _is_ready(home: Home) -> bool:
    try:
        psycopg.connect(postgres_url(SUPERUSER, home.var, SUPERUSER), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _set_up(home: Home) -> None:
    """Make the roles and the database, or bring them up to date."""
    with psycopg.connect(postgres_url(SUPERUSER, home.var, SUPERUSER), autocommit=True) as admin:
        roles.create_roles(admin, roles.Role(OWNER_ROLE), roles.Role(APP_ROLE))
    with psycopg.connect(postgres_url(OWNER_ROLE, home.var, SUPERUSER), autocommit=True) as owner:
        roles.create_database(owner, DATABASE)
    with psycopg.connect(postgres_url(OWNER_ROLE, home.var), autocommit=True) as owner:
        roles.grant_defaults(owner, APP_ROLE)


def _cluster_name(home: Home) -> str:
    """Return a name that stands in the titles of all processes of this server and no other."""
    return f"cutpurse-{digest(home.postgres)}"


def _quoted(folder: str) -> str:
    """Return a folder as an item of a PostgreSQL list of folders."""
    return '"' + folder.replace('"', '""') + '"'
