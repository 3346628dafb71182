"""The project's own processes, started for tests as they are started in earnest."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
START_S = 30.0


def free_port() -> int:
    """Return a port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(
    arguments: Sequence[str], environment: Mapping[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a module of the environment's Python, and end it and its children afterwards."""
    path = os.pathsep.join((str(ROOT / "platform"), str(ROOT)))
    running = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": path},
        start_new_session=True,
    )
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()


@contextmanager
def web(environment: Mapping[str, str]) -> Iterator[str]:
    """Serve the site, and give its address."""
    port = free_port()
    arguments = ["cutpurse.server", "--port", str(port)]
    address = f"http://127.0.0.1:{port}"
    with process(arguments, {**environment, "LOG_LEVEL": "ERROR"}):
        wait_for(f"{address}/healthz")
        yield address


def wait_for(address: str) -> None:
    """Wait until an address answers 200; TimeoutError when it does not."""
    give_up = time.monotonic() + START_S
    # To make a client takes longer than all that it then asks.
    with httpx.Client() as client:
        while time.monotonic() < give_up:
            try:
                if client.get(address).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
    message = f"{address} does not answer"
    raise TimeoutError(message)


@contextmanager
def worker(environment: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a Celery worker, which also sweeps the agenda."""
    arguments = [
        *("celery", "--app", "cutpurse", "worker", "--concurrency", "1", "--loglevel", "ERROR"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]
    with process(arguments, {**environment, "LOG_LEVEL": "ERROR"}) as running:
        yield running
