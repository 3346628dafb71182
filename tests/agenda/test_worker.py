"""A Celery worker whose Redis dies, freezes and comes back, and that forks all the while."""

from pathlib import Path
from uuid import UUID

import pytest

from tests.agenda.processes import within
from tests.agenda.rows import INLINE, LEASED, LEASED_LONG, UNTIL, put, state
from tests.agenda.workers import CHILDREN, PATIENCE_S, Worker, all_run, runs, working

pytestmark = [
    pytest.mark.usefixtures("committed_agenda"),
    pytest.mark.alone(reason="a worker without an answer within 0.2 s takes Redis for dead"),
]


def test_everything_runs_whatever_redis_does(tmp_path: Path) -> None:
    with working(tmp_path) as worker:
        see_redis_come_and_go(worker, tmp_path / "over")
        assert worker.stop() == 0


def see_redis_come_and_go(worker: Worker, over: Path) -> None:
    # Never there.
    assert all_run(INLINE, worker, by_itself=True)
    assert all_run(LEASED, worker, by_itself=True)

    worker.redis.start()
    assert within(PATIENCE_S, lambda: all_run(LEASED, worker, by_itself=False))

    # Long before a lease ends.
    worker.redis.freeze()
    frozen = [put(LEASED_LONG), put(INLINE)]
    assert all(worker.runs_by_itself(runs(subject)) for subject in frozen)

    worker.redis.thaw()
    assert within(PATIENCE_S, lambda: all_run(LEASED, worker, by_itself=False))

    # What waits in the broker dies with it, and runs all the same, long before its lease ends.
    slow = [put(LEASED_LONG, payload=f"{UNTIL}{over}") for _ in range(CHILDREN)]
    assert within(PATIENCE_S, lambda: all(is_started(subject) for subject in slow))
    waiting = [put(LEASED_LONG) for _ in range(3)]
    assert within(PATIENCE_S, lambda: all(is_leased(subject) for subject in waiting))
    worker.redis.kill()
    assert all(worker.runs_by_itself(runs(subject)) for subject in waiting)
    over.touch()
    assert all(not worker.runs_by_itself(runs(subject)) for subject in slow)

    worker.redis.start()
    assert within(PATIENCE_S, lambda: all_run(LEASED, worker, by_itself=False))
    assert all_run(INLINE, worker, by_itself=True)

    # Celery must have taken note of it: asked to stop in the same moment, it fails on its way out.
    worker.redis.kill()
    assert within(PATIENCE_S, lambda: all_run(LEASED, worker, by_itself=True))


def is_leased(subject: UUID) -> bool:
    row = state(LEASED_LONG, subject)
    return row is not None and row.is_leased


def is_started(subject: UUID) -> bool:
    row = state(LEASED_LONG, subject)
    return row is not None and row.last_error.startswith("started")


@pytest.mark.long
def test_the_sweeper_does_not_get_in_the_way_of_forks(tmp_path: Path) -> None:
    with working(tmp_path, "--max-tasks-per-child", "1", "--concurrency", "4") as worker:
        worker.redis.start()
        assert within(PATIENCE_S, lambda: all_run(LEASED, worker, by_itself=False))

        subjects = [put(kind) for _ in range(4) for kind in (INLINE, LEASED)]
        children = {runs(subject).process for subject in subjects}
        assert worker.stop() == 0

    assert len(children) > 3
