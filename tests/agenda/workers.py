"""Celery workers with the tests' handlers, each with a Redis of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from uuid import UUID

from tests import servers
from tests.agenda.processes import OwnRedis, own_redis, python, within
from tests.agenda.rows import Mark, marks, put

CHILDREN = 2
PATIENCE_S = 25.0
"""For anything that happens at once on a quiet machine; half of the longest lease."""
OPTIONS = (
    *("-A", "tests.agenda.worker", "worker", "--concurrency", str(CHILDREN)),
    *("--loglevel", "info"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


@dataclass
class Worker:
    """A worker and its broker, which is down at first."""

    process: Popen[bytes]
    redis: OwnRedis

    def runs_by_itself(self, mark: Mark) -> bool:
        """Return whether a row ran in the sweeper, and not in a Celery task."""
        return mark.process == self.process.pid and mark.thread.startswith("agenda-")

    def stop(self) -> int:
        """Ask the worker to end, and return the exit code of the process: 0 when in order."""
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE_S)


@contextmanager
def working(folder: Path, *options: str) -> Iterator[Worker]:
    """Run a worker for a while."""
    with own_redis() as redis:
        settings = {**servers.environment(), "REDIS_URL": redis.url}
        arguments = (*OPTIONS, *options)
        with python(
            "celery", *arguments, environment=settings, log=folder / "worker.log"
        ) as process:
            yield Worker(process, redis)


def runs(subject: UUID, within_s: float = PATIENCE_S) -> Mark:
    """Return the trace of a subject's run once it is there."""
    assert within(within_s, lambda: bool(marks(subject)))
    return marks(subject)[0]


def all_run(kind: str, worker: Worker, *, by_itself: bool) -> bool:
    """Return whether three rows run, and all of them in the sweeper or all of them in tasks."""
    subjects = [put(kind) for _ in range(3)]
    return {worker.runs_by_itself(runs(subject)) for subject in subjects} == {by_itself}
