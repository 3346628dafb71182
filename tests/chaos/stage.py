"""The platform under attack: servers of its own, two web servers, a worker and two sweepers."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

import httpx
import psutil
import psycopg
from django.conf import settings

from api.buckets import DEFAULTS
from cutpurse.embedded import home, postgres, processes, valkey
from cutpurse.embedded.addresses import ROOT, var_folder
from cutpurse.embedded.errors import EmbeddedError
from cutpurse.log_files import tail
from cutpurse.up import backoff
from cutpurse.up.child import Child, kill_group
from tests.processes import free_port

READY_S = 60.0
WEBS = 2
NO_LIMITS = ";".join(f"{bucket}=10000/second burst 10000" for bucket in DEFAULTS)
"""All clients come from one address, and some ask without a pause."""
ALONE = ("--without-gossip", "--without-mingle", "--without-heartbeat")


class Stage:
    """The processes of one run."""

    def __init__(self) -> None:
        self.home = home.find(var_folder())
        self.ports = [free_port() for _ in range(WEBS)]
        self.children = {child.name: child for child in self._described()}
        self._closing = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="keeper", daemon=True)

    def _described(self) -> Iterator[Child]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(ROOT / "platform"), str(ROOT))),
            "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
            "DATABASE_URL": settings.DATABASE_URL,
            "REDIS_URL": settings.REDIS_URL,
            "SECRET_KEY": settings.SECRET_KEY,
            "LIMITS": NO_LIMITS,
        }
        python = (sys.executable, "-m")
        commands: dict[str, Sequence[str]] = {
            f"web-{number}": (*python, "cutpurse.server", "--port", str(port))
            for number, port in enumerate(self.ports)
        }
        celery = (*python, "celery", "--app", "cutpurse", "worker", "--concurrency", "1", *ALONE)
        commands["worker"] = celery
        commands["sweeper"] = (sys.executable, str(ROOT / "manage.py"), "sweep")
        for name, command in commands.items():
            yield Child(name, command, environment, self.home.logs / f"{name}.log")

    def start(self) -> None:
        """Start everything but the servers, and wait until the web answers."""
        for child in self.children.values():
            child.start()
        self._keeper.start()
        for port in self.ports:
            self.await_ready(port)

    def await_ready(self, port: int) -> None:
        """Wait until a web server can work; TimeoutError with its log when it cannot."""
        self._await(port, "readyz")

    def await_alive(self, port: int) -> None:
        """Wait until a web server answers; TimeoutError with its log when it does not."""
        self._await(port, "healthz")

    def _await(self, port: int, path: str) -> None:
        give_up = time.monotonic() + READY_S
        while time.monotonic() < give_up:
            with suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/{path}").is_success:
                    return
            time.sleep(0.05)
        message = f"the web server is not ready; {tail(self.children['web-0'].log)}"
        raise TimeoutError(message)

    def stop(self) -> None:
        """End everything but the servers."""
        self._closing.set()
        if self._keeper.is_alive():
            self._keeper.join()
        for child in self.children.values():
            child.ask_to_stop()
        for child in self.children.values():
            child.stop()

    def _keep(self) -> None:
        """Start again what has ended, as any supervisor of processes does."""
        while not self._closing.wait(0.1):
            for child in self.children.values():
                child.backoff.wait = backoff.FIRST_S
                child.check()

    def kill(self, name: str) -> None:
        """Kill a process and its children."""
        pid = self._pid(name)
        if pid is not None:
            kill_group(pid)

    def restart_web(self, number: int) -> None:
        """Kill a web server, and wait until another answers in its place."""
        child = self.children[f"web-{number}"]
        before = child.process
        self.kill(child.name)
        give_up = time.monotonic() + READY_S
        while child.process is None or child.process is before:
            if time.monotonic() > give_up:
                message = f"{child.name} was not started again"
                raise TimeoutError(message)
            time.sleep(0.05)
        self.await_ready(self.ports[number])

    def kill_child_of(self, name: str) -> None:
        """Kill one child of a process, as a system does that runs out of memory."""
        pid = self._pid(name)
        if pid is not None:
            with suppress(psutil.NoSuchProcess):
                for child in psutil.Process(pid).children()[:1]:
                    child.kill()

    def freeze(self, name: str, seconds: float) -> None:
        """Let a process and its children stand still for a while."""
        pid = self._pid(name)
        if pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGSTOP)
                time.sleep(seconds)
                os.killpg(pid, signal.SIGCONT)

    def _pid(self, name: str) -> int | None:
        process = self.children[name].process
        return None if process is None or process.poll() is not None else process.pid

    def crash_postgres(self) -> None:
        """Stop PostgreSQL as `pg_ctl stop -m immediate` does, and start it again."""
        self._end_postgres(signal.SIGQUIT)
        self.start_postgres()

    def kill_postgres(self) -> None:
        """Kill PostgreSQL's first process, which leaves its children behind."""
        self._end_postgres(signal.SIGKILL)
        self.start_postgres()

    def _end_postgres(self, number: signal.Signals) -> None:
        pid = processes.pid_in(self.home.postgres / "postmaster.pid")
        if pid is None:
            return
        with suppress(ProcessLookupError):
            os.kill(pid, number)
        while postgres.is_running(self.home):
            time.sleep(0.01)

    def start_postgres(self) -> None:
        """Start PostgreSQL unless it runs, however often that takes."""
        give_up = time.monotonic() + READY_S
        while not postgres.is_running(self.home):
            try:
                postgres.start(self.home, durable=True)
            except (EmbeddedError, OSError):
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.2)

    def revive_postgres(self) -> None:
        """Start PostgreSQL unless it answers; it may still be about to give up."""
        give_up = time.monotonic() + READY_S
        while not answers():
            if time.monotonic() > give_up:
                message = f"PostgreSQL is not up again after {READY_S:.0f} s"
                raise TimeoutError(message)
            self.start_postgres()
            time.sleep(0.1)

    def stop_redis(self) -> None:
        """Kill Redis."""
        pid = processes.pid_in(self.home.valkey / "valkey.pid")
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            while valkey.is_running(self.home):
                time.sleep(0.01)

    def start_redis(self) -> None:
        """Start Redis unless it runs."""
        if not valkey.is_running(self.home):
            valkey.start(self.home)

    def freeze_redis(self, seconds: float) -> None:
        """Let Redis take connections and answer nothing for a while."""
        pid = processes.pid_in(self.home.valkey / "valkey.pid")
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                time.sleep(seconds)
                os.kill(pid, signal.SIGCONT)


def answers() -> bool:
    """Return whether PostgreSQL lets the application in."""
    with suppress(psycopg.OperationalError), psycopg.connect(settings.DATABASE_URL):
        return True
    return False
