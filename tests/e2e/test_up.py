"""`make up` and `make down`, as a newcomer's clone runs them."""

import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from cutpurse.embedded import home, processes, servers
from cutpurse.embedded.addresses import ROOT
from cutpurse.embedded.servers import Server
from cutpurse.up import record

pytestmark = pytest.mark.slow

SECONDS_MAX = 180


@pytest.fixture
def var() -> Iterator[Path]:
    """Return the var folder of a clone that never ran."""
    path = Path(tempfile.gettempdir()).resolve() / f"cutpurse-up-{secrets.token_hex(4)}"
    path.mkdir()
    path.chmod(0o755)
    yield path
    record.stop(path)  # Whatever a failed test has left.
    assert servers.discard(path)


def environment(var: Path) -> dict[str, str]:
    """Return the environment of a clone that has no servers of its own."""
    named = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY")
    inherited = {name: value for name, value in os.environ.items() if name not in named}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        "CUTPURSE_VAR": str(var),
        "PORT": str(port),
    }


def manage(command: str, environment: dict[str, str], output: Path) -> "subprocess.Popen[bytes]":
    with output.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, ROOT / "manage.py", command],
            env=environment,
            stdout=file,
            stderr=subprocess.STDOUT,
        )


def read_until(output: Path, pattern: str, process: "subprocess.Popen[bytes]") -> re.Match[str]:
    """Wait until a process has said something; return the match."""
    end = time.monotonic() + SECONDS_MAX
    while not (match := re.search(pattern, output.read_text())):
        assert process.poll() is None, output.read_text()
        assert time.monotonic() < end, output.read_text()
        time.sleep(0.05)
    return match


def within(condition: Callable[[], object]) -> bool:
    """Wait for a condition; return whether it came true in time."""
    end = time.monotonic() + SECONDS_MAX
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def warden_of(up: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """Return the process that waits for the end of an `up`."""
    return [
        child
        for child in psutil.Process(up.pid).children()
        if not processes.has_ended(child) and "cutpurse.up.warden" in child.cmdline()
    ]


@pytest.mark.long
def test_a_new_clone_comes_up_lets_the_demo_accounts_in_and_goes_down(
    var: Path, tmp_path: Path
) -> None:
    env, said = environment(var), tmp_path / "up.txt"

    up = manage("up", env, said)
    address = read_until(said, r"http://[0-9.:]+/", up).group()
    password = read_until(said, r"the password of each is (\S+)", up).group(1)
    login = {"username": "Ada", "password": password, "name": "test", "scopes": ["play"]}
    token = httpx.post(f"{address}api/v1/tokens", json=login).json()["token"]
    me = httpx.get(f"{address}api/v1/me", headers={"Authorization": f"Bearer {token}"})
    second = manage("up", env, tmp_path / "second.txt")

    assert me.json()["username"] == "Ada"
    assert second.wait(SECONDS_MAX) == 1
    assert f"already: {address}" in (tmp_path / "second.txt").read_text()

    run = record.read(var)
    assert run is not None
    down = manage("down", env, tmp_path / "down.txt")

    assert down.wait(SECONDS_MAX) == 0
    assert "Stopped." in (tmp_path / "down.txt").read_text()
    assert up.wait(SECONDS_MAX) == 0
    assert not any(child.find() for child in run.children)


@pytest.mark.long
def test_after_a_crash_up_clears_away_and_comes_up_again(var: Path, tmp_path: Path) -> None:
    env, said = environment(var), tmp_path / "up.txt"
    up = manage("up", env, said)
    read_until(said, r"http://[0-9.:]+/", up)
    left = record.read(var)
    assert left is not None
    for warden in warden_of(up):
        warden.kill()  # Or it would clear away before anybody else can.
    up.kill()
    up.wait()

    again = manage("up", env, said)
    address = read_until(said, r"http://[0-9.:]+/", again).group()

    assert "Stopped what an earlier run had left." in said.read_text()
    assert not any(child.find() for child in left.children)
    assert httpx.get(f"{address}readyz").status_code == httpx.codes.OK
    again.terminate()
    again.wait(SECONDS_MAX)


@pytest.mark.long
def test_what_a_killed_up_had_started_stops_by_itself(var: Path, tmp_path: Path) -> None:
    env, said = environment(var), tmp_path / "up.txt"
    up = manage("up", env, said)
    read_until(said, r"http://[0-9.:]+/", up)
    left = record.read(var)
    assert left is not None

    up.kill()
    up.wait()

    assert within(lambda: not any(child.find() for child in left.children))
    assert within(lambda: not any(servers.is_running(server, var) for server in Server))
    assert record.read(var) is None


@pytest.mark.long
def test_killed_servers_run_again_and_up_says_so(var: Path, tmp_path: Path) -> None:
    env, said = environment(var), tmp_path / "up.txt"
    up = manage("up", env, said)
    address = read_until(said, r"http://[0-9.:]+/", up).group()
    place = home.find(var)

    for name, file in (
        ("PostgreSQL", place.postgres / "postmaster.pid"),
        ("Valkey", place.valkey / "valkey.pid"),
    ):
        killed = processes.pid_in(file)
        assert killed is not None
        psutil.Process(killed).kill()
        read_until(said, rf"{name} has ended; starts again in 0\.\d s \(see .*\.log\)", up)
        read_until(said, rf"{name} runs again\.", up)

        assert processes.pid_in(file) != killed
        assert within(lambda: httpx.get(f"{address}readyz").is_success)

    up.terminate()
    assert up.wait(SECONDS_MAX) == 0
    assert not any(servers.is_running(server, var) for server in Server)


@pytest.mark.long
def test_a_killed_warden_is_replaced(var: Path, tmp_path: Path) -> None:
    env, said = environment(var), tmp_path / "up.txt"
    up = manage("up", env, said)
    read_until(said, r"until Ctrl-C", up)

    for warden in warden_of(up):
        warden.kill()
    read_until(said, r"warden ended with status -9; starts again", up)
    assert within(lambda: len(warden_of(up)) == 1)

    up.kill()
    up.wait()
    assert within(lambda: not any(servers.is_running(server, var) for server in Server))
