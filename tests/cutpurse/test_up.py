"""The supervisor behind `make up`, on real processes."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from django.conf import settings

from cutpurse.embedded import processes
from cutpurse.up import record
from cutpurse.up.backoff import FIRST_S
from cutpurse.up.child import Child
from cutpurse.up.children import children
from cutpurse.up.supervisor import Supervisor, free_port

pytestmark = pytest.mark.slow

HOST = "127.0.0.1"
SERVER = """
import http.server, sys
class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Ready).serve_forever()
"""
SLEEPER_WITH_A_CHILD = """
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]).pid, flush=True)
time.sleep(60)
"""


def child(var: Path, program: str, *arguments: str) -> Child:
    command = (sys.executable, "-c", program, *arguments)
    return Child("child", command, dict(os.environ), var / "child.log")


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def lives(pid: int) -> bool:
    try:
        return not processes.has_ended(psutil.Process(pid))
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def port() -> int:
    with socket.create_server((HOST, 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def supervisor(tmp_path: Path, port: int) -> Iterator[Supervisor]:
    children = (child(tmp_path, SERVER, str(port)),)
    supervisor = Supervisor(tmp_path, children, f"http://{HOST}:{port}/", print)
    supervisor.start()
    yield supervisor
    supervisor.stop()


def test_a_child_that_ends_is_started_again_after_a_while_that_doubles(tmp_path: Path) -> None:
    failing = child(tmp_path, "raise SystemExit(3)")
    failing.start()

    assert within(10, lambda: failing.check() == 3)
    first = failing.backoff.remaining
    assert within(10, lambda: failing.check() == 3)
    second = failing.backoff.remaining

    assert 0 < first <= FIRST_S < second <= 2 * FIRST_S
    failing.stop()


def test_the_processes_that_a_killed_child_had_started_end_with_it(tmp_path: Path) -> None:
    parent = child(tmp_path, SLEEPER_WITH_A_CHILD)
    parent.start()
    assert within(10, lambda: parent.log.read_text().endswith("\n"))
    grandchild = int(parent.log.read_text())
    assert parent.process is not None

    parent.process.kill()

    assert within(10, lambda: parent.check() is not None)
    assert within(10, lambda: not lives(grandchild))


def test_the_supervisor_waits_until_the_pages_answer(supervisor: Supervisor) -> None:
    supervisor.await_ready()

    assert httpx.get(supervisor.address).is_success


def test_a_killed_server_answers_again(supervisor: Supervisor) -> None:
    supervisor.await_ready()
    server = supervisor.children[0].process
    assert server is not None

    server.kill()
    server.wait()
    supervisor.watch_once()
    supervisor.await_ready()

    assert httpx.get(supervisor.address).is_success


def test_down_stops_what_a_killed_supervisor_left(tmp_path: Path, supervisor: Supervisor) -> None:
    supervisor.await_ready()
    left = supervisor.children[0].process
    assert left is not None
    ended = subprocess.Popen([sys.executable, "-c", ""])
    start = psutil.Process(ended.pid).create_time()
    ended.wait()
    left_running = record.Running(left.pid, psutil.Process(left.pid).create_time())
    record.write_record(
        tmp_path, record.Record(record.Running(ended.pid, start), (left_running,), "")
    )

    assert record.stop(tmp_path)
    assert left.wait(10) == -signal.SIGTERM
    assert not record.stop(tmp_path)


def test_a_process_that_only_has_the_id_of_a_recorded_one_is_left_alone(tmp_path: Path) -> None:
    innocent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    other = record.Running(innocent.pid, psutil.Process(innocent.pid).create_time() - 3600)
    record.write_record(tmp_path, record.Record(other, (other,), ""))

    assert not record.stop(tmp_path)
    assert innocent.poll() is None
    innocent.communicate(b"\n")


def test_a_process_that_has_ended_and_was_not_reaped_does_not_live() -> None:
    ended = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    recorded = record.running(ended.pid)
    assert recorded.find() is not None

    ended.kill()

    assert within(10, lambda: recorded.find() is None)
    assert psutil.pid_exists(ended.pid)
    assert not recorded.is_replaced()
    ended.communicate()


def test_what_a_dead_child_had_started_is_stopped_though_nobody_has_reaped_the_child(
    tmp_path: Path,
) -> None:
    parent = child(tmp_path, SLEEPER_WITH_A_CHILD)
    parent.start()
    assert within(10, lambda: parent.log.read_text().endswith("\n"))
    grandchild = int(parent.log.read_text())
    assert parent.process is not None
    supervisor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    running = record.running(supervisor.pid)
    supervisor.communicate(b"\n")
    record.write_record(tmp_path, record.Record(running, (record.running(parent.process.pid),), ""))
    parent.process.kill()

    record.stop(tmp_path)

    assert within(10, lambda: not lives(grandchild))
    parent.process.wait()


def test_a_clone_runs_once(tmp_path: Path) -> None:
    with (
        record.alone(tmp_path),
        pytest.raises(record.AlreadyUpError, match="runs on this clone already"),
        record.alone(tmp_path),
    ):
        pass


def test_a_taken_port_gives_way_to_the_next() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]

        assert free_port(HOST, port) > port


def test_web_and_worker_sign_the_public_log_by_the_key_of_the_clone(tmp_path: Path) -> None:
    started = children(tmp_path, HOST, 8000)

    assert {each.environment["LOG_KEY"] for each in started} == {settings.LOG_KEY}
    assert settings.LOG_KEY
