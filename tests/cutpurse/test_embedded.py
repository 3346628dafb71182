"""The embedded servers: start, share, crash and stop, on the real programs."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest
from redis import Redis

from cutpurse.embedded import account, binaries, home, postgres, processes, servers, valkey
from cutpurse.embedded.addresses import (
    APP_ROLE,
    OWNER_ROLE,
    ROOT,
    postgres_url,
    redis_url,
    socket_folder,
)
from cutpurse.embedded.commands import need_servers
from cutpurse.embedded.errors import EmbeddedError, MissingServerError
from tests.samples import sampled

pytestmark = pytest.mark.slow

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs servers as someone else")


@contextmanager
def open_folder() -> Iterator[Path]:
    """Make a folder that every account may enter, as a clone's usually is, for a while."""
    path = Path(tempfile.gettempdir()).resolve() / f"cutpurse-embedded-{secrets.token_hex(4)}"
    path.mkdir()
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as path:
        yield path


@pytest.fixture(scope="module")
def var() -> Iterator[Path]:
    """Return a folder of servers whose data all tests here share."""
    with open_folder() as path:
        yield path / "var"
        assert servers.discard(path / "var")


def run_as_owner(var: Path, statement: str) -> list[tuple[object, ...]]:
    """Run a statement as the owner and commit; return its rows."""
    with psycopg.connect(postgres_url(OWNER_ROLE, var)) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def are_running(var: Path) -> tuple[bool, bool]:
    place = home.find(var)
    return postgres.is_running(place), valkey.is_running(place)


def kill_everything(var: Path) -> None:
    """End every server process of a var folder as a power cut would."""
    place = home.find(var)
    for pid_file in (place.postgres / "postmaster.pid", place.valkey / "valkey.pid"):
        pid = processes.pid_in(pid_file)
        assert pid is not None
        server = psutil.Process(pid)
        for process in [server, *server.children(recursive=True)]:
            process.kill()
        psutil.wait_procs([server], timeout=10)


def user_process(var: Path) -> "subprocess.Popen[str]":
    """Start another process that uses the servers until its standard input is closed."""
    program = (
        "import sys; from cutpurse.embedded import servers; servers.ensure();"
        "print('ready', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "platform"), "CUTPURSE_VAR": str(var)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_the_servers_run_while_they_are_used_and_not_after(var: Path) -> None:
    with servers.running(var):
        assert run_as_owner(var, "SHOW listen_addresses") == [("",)]
        assert run_as_owner(var, "SHOW fsync") == [("on",)]
        with Redis.from_url(redis_url(var)) as redis:
            assert redis.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        assert are_running(var) == (True, True)

    assert are_running(var) == (False, False)


def test_only_their_own_account_may_enter_the_folders_of_data_and_sockets(var: Path) -> None:
    with servers.running(var):
        place = home.find(var)
        modes = [each.stat().st_mode & 0o777 for each in (place.postgres, place.sockets)]

    assert modes == [0o700, 0o700]


def test_the_application_waits_for_no_lock_for_ever(var: Path) -> None:
    with (
        servers.running(var, durable=False),
        psycopg.connect(postgres_url(APP_ROLE, var)) as connection,
    ):
        limits = [
            connection.execute(f"SHOW {name}".encode()).fetchone()
            for name in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout")
        ]

    assert limits == [("2s",), ("3s",), ("15s",)]


@pytest.mark.more
def test_what_a_statement_holds_is_not_in_the_log_when_it_fails(var: Path) -> None:
    name, again = "somebody-by-name", "INSERT INTO people VALUES ('somebody-by-name')"
    with (
        servers.running(var, durable=False),
        psycopg.connect(postgres_url(APP_ROLE, var)) as connection,
    ):
        connection.execute("CREATE TEMPORARY TABLE people (name text PRIMARY KEY)")
        connection.execute(again.encode())
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute(again.encode())
        log = (home.find(var).logs / "postgres.log").read_text()

    assert "duplicate key" in log
    assert name not in log


@pytest.mark.more
def test_data_outlives_the_killing_of_every_server_process(var: Path) -> None:
    with servers.running(var):
        run_as_owner(var, "CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS number")
        with Redis.from_url(redis_url(var)) as redis:
            redis.set("kept", "43")
            redis.execute_command("WAITAOF", 1, 0, 5000)

        kill_everything(var)

    with servers.running(var):
        assert run_as_owner(var, "SELECT number FROM kept") == [(42,)]
        with Redis.from_url(redis_url(var)) as redis:
            assert redis.get("kept") == b"43"


@pytest.mark.more
def test_a_stale_file_that_names_a_living_process_is_no_obstacle(var: Path) -> None:
    with servers.running(var, durable=False):
        kill_everything(var)
    place = home.find(var)
    stale = [
        place.postgres / "postmaster.pid",
        place.sockets / ".s.PGSQL.5432.lock",
        place.valkey / "valkey.pid",
    ]
    for file in stale:
        lines = file.read_text().splitlines() if file.exists() else []
        file.write_text("\n".join([str(os.getppid()), *lines[1:]]) + "\n")

    with servers.running(var, durable=False):
        assert are_running(var) == (True, True)


@pytest.mark.more
def test_a_server_killed_alone_is_started_again_by_the_next_user(var: Path) -> None:
    with servers.running(var, durable=False):
        pid = processes.pid_in(home.find(var).postgres / "postmaster.pid")
        assert pid is not None
        os.kill(pid, signal.SIGKILL)

        other = user_process(var)

        assert run_as_owner(var, "SELECT 1") == [(1,)]
        other.communicate()


@pytest.mark.more
def test_a_first_start_that_was_broken_off_is_begun_anew(folder: Path) -> None:
    var = folder / "var"
    place = home.make(var)
    half = place.folder / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")

    with servers.running(var, durable=False):
        assert run_as_owner(var, "SELECT 1") == [(1,)]
    assert not half.exists()
    assert servers.discard(var)


@pytest.mark.long
def test_two_clones_run_side_by_side(folder: Path) -> None:
    here, there = folder / "here", folder / "there"

    with servers.running(here, durable=False), servers.running(there, durable=False):
        run_as_owner(here, "CREATE TABLE mine ()")

        assert run_as_owner(there, "SELECT to_regclass('mine')") == [(None,)]
    assert servers.discard(here)
    assert servers.discard(there)


@pytest.mark.more
@pytest.mark.parametrize(
    "name", sampled(["space 'quote' %20 + é, comma", "long" * 40], "long" * 40)
)
def test_the_path_of_a_clone_may_be_odd_or_longer_than_a_socket_may_have(
    folder: Path, name: str
) -> None:
    var = folder / name / "var"

    with servers.running(var, durable=False):
        assert run_as_owner(var, "SELECT 1") == [(1,)]
        with Redis.from_url(redis_url(var)) as redis:
            assert redis.ping()
    assert servers.discard(var)
    assert not socket_folder(var).exists()


@pytest.mark.more
def test_the_last_of_several_processes_stops_the_servers(var: Path) -> None:
    first, second = user_process(var), user_process(var)

    first.communicate()
    between = are_running(var)
    second.communicate()

    assert between == (True, True)
    assert are_running(var) == (False, False)


@pytest.mark.more
def test_a_killed_process_counts_as_a_user_no_more(var: Path) -> None:
    killed, other = user_process(var), user_process(var)

    killed.kill()
    killed.communicate()
    other.communicate()

    assert are_running(var) == (False, False)


@pytest.mark.more
def test_servers_whose_last_user_was_killed_serve_on_until_they_are_stopped(var: Path) -> None:
    killed = user_process(var)
    killed.kill()
    killed.communicate()

    assert are_running(var) == (True, True)
    assert servers.stop_unused(var)
    assert are_running(var) == (False, False)


@pytest.mark.more
def test_a_forked_child_is_no_user_of_its_own(var: Path) -> None:
    with servers.running(var, durable=False):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, b"forked")
            signal.pause()
        os.read(reading, 6)

    assert are_running(var) == (False, False)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


@pytest.mark.more
def test_a_process_counts_as_running_from_the_moment_it_is_started(tmp_path: Path) -> None:
    me = account.OsAccount(os.geteuid(), os.getegid())
    command = [sys.executable, "-S", "-c", "import time; time.sleep(60)", "argument"]
    pids = []
    for _ in range(30):
        pids.append(processes.spawn(command, me, tmp_path, tmp_path / "log"))
        assert processes.is_running(pids[-1], argument="argument")

    for pid in pids:
        processes.stop(
            pid, [signal.SIGKILL], partial(processes.is_running, pid, argument="argument")
        )
    assert not any(processes.is_running(pid, argument="argument") for pid in pids)


@pytest.mark.more
@as_root
def test_roots_servers_run_as_someone_else(var: Path) -> None:
    with servers.running(var, durable=False):
        pid = processes.pid_in(home.find(var).postgres / "postmaster.pid")
        assert pid is not None
        assert psutil.Process(pid).username() == account.UNPRIVILEGED


@pytest.mark.more
@as_root
def test_below_a_folder_closed_to_their_account_roots_servers_live_elsewhere(folder: Path) -> None:
    folder.chmod(0o700)
    var = folder / "var"

    with servers.running(var, durable=False):
        run_as_owner(var, "CREATE TABLE kept AS SELECT 42 AS number")
    with servers.running(var, durable=False):
        assert run_as_owner(var, "SELECT number FROM kept") == [(42,)]
    elsewhere = (var / "home").resolve()

    assert folder.stat().st_mode & 0o777 == 0o700
    assert not elsewhere.is_relative_to(folder)
    assert servers.discard(var)
    assert not elsewhere.exists()


@as_root
def test_programs_that_their_account_cannot_reach_are_copied(var: Path, folder: Path) -> None:
    package = folder / "closed" / "example_package"
    (package / "bin").mkdir(parents=True)
    (package / "bin" / "server").write_text("program")
    (folder / "closed").chmod(0o700)

    reachable = binaries.reachable(package / "bin", home.make(var), "1.0")

    assert (reachable / "server").read_text() == "program"
    assert home.make(var).account.may_enter(reachable)


def test_without_wheels_the_message_says_what_to_set(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binaries, "POSTGRES_PACKAGE", "no_such_package")

    with pytest.raises(MissingServerError, match=r"set DATABASE_URL .* and REDIS_URL"):
        servers.ensure(folder / "var")


def test_an_installation_that_is_not_whole_is_passed_over(tmp_path: Path) -> None:
    for version, parts in {17: binaries.NEEDED, 18: binaries.NEEDED[:-1]}.items():
        for part in parts:
            file = tmp_path / f"pginstall{version}" / part
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"# PostgreSQL {version}\n")

    assert list(binaries.postgres_installations(tmp_path)) == [17]


def test_a_socket_folder_put_there_by_somebody_else_is_refused(folder: Path) -> None:
    var = folder / "var"
    var.mkdir()
    var.chmod(0o755)
    (var / "run").symlink_to(folder)

    with pytest.raises(EmbeddedError, match="must be a folder of user"):
        home.make(var)


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("migrate", True),
        ("verify --match x", True),
        ("verify --help", False),
        ("help verify", False),
        ("--version", False),
        ("", False),
        ("check", False),
    ],
)
def test_commands_that_read_or_write_matches_need_servers(line: str, *, needed: bool) -> None:
    assert need_servers(["manage.py", *line.split()], {}) is needed


@pytest.mark.more
def test_where_the_environment_names_servers_no_command_needs_others() -> None:
    named = {"DATABASE_URL": "postgresql://db.example/cutpurse", "REDIS_URL": "redis://example"}

    assert not need_servers(["manage.py", "migrate"], named)
