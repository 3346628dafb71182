"""Processes that the tests of the agenda start and harm: a Redis of their own, Celery workers."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import connection

from cutpurse.embedded import home, processes, valkey
from cutpurse.embedded.addresses import ROOT, redis_url


class OwnRedis:
    """A real server that a test may stop, freeze and kill; down at first."""

    def __init__(self, var: Path) -> None:
        self._home = home.make(var)
        self.url = redis_url(var)

    def start(self) -> None:
        """Start it, on what it had on disk."""
        valkey.start(self._home)

    def kill(self) -> None:
        """Kill it and wait until it is gone."""
        os.waitpid(self._signal(signal.SIGKILL), 0)
        assert not valkey.is_running(self._home)

    def freeze(self) -> None:
        """Leave it alive and deaf."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        self._signal(signal.SIGCONT)

    def discard(self) -> None:
        """Stop it and remove its data."""
        if valkey.is_running(self._home):
            self.kill()
        home.remove(self._home.var)

    def _signal(self, number: signal.Signals) -> int:
        pid = processes.pid_in(self._home.valkey / "valkey.pid")
        assert pid is not None
        os.kill(pid, number)
        return pid


@contextmanager
def own_redis() -> Iterator[OwnRedis]:
    """Give a test a Redis of its own."""
    redis = OwnRedis(Path(tempfile.mkdtemp(prefix="cutpurse-redis-")))
    try:
        yield redis
    finally:
        redis.discard()


@contextmanager
def python(
    module: str, *arguments: str, environment: dict[str, str], log: Path
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a module as a process; it is killed in the end with whatever it has forked."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env={**environment, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def cut_connections(application: str) -> None:
    """End the sessions with the database of everyone whom it knows by a name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = %s",
            [application],
        )
        assert cursor.rowcount > 0


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    """Wait for a condition; return whether it came true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
