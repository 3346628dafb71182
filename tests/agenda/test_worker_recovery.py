"""A Celery worker whose Redis is up, and what goes wrong all the same."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.agenda.processes import cut_connections, within
from tests.agenda.rows import INLINE, LEASED, marks, put
from tests.agenda.workers import Worker, all_run, runs, working

pytestmark = [
    pytest.mark.usefixtures("committed_agenda"),
    pytest.mark.alone(reason="a worker without an answer within 0.2 s takes Redis for dead"),
]


@pytest.fixture(scope="module")
def healthy(
    django_db_setup: str,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Worker]:
    """Give the tests of this module a worker whose Redis is up."""
    folder = tmp_path_factory.mktemp("worker")
    # The first test that asks for it is not at its own database yet.
    with (
        django_db_blocker.unblock(),
        servers.using(django_db_setup),
        working(folder) as worker,
        django_db_blocker.block(),
    ):
        worker.redis.start()
        yield worker


def test_rows_whose_process_dies_or_hangs_run_again(healthy: Worker) -> None:
    assert within(10, lambda: all_run(LEASED, healthy, by_itself=False))

    subjects = [put(LEASED, payload=payload) for payload in ("die", "hang")]

    for subject in subjects:
        assert not healthy.runs_by_itself(runs(subject, within_s=12))
        assert len(marks(subject)) == 1


def test_a_worker_survives_a_restart_of_the_database(healthy: Worker) -> None:
    assert within(10, lambda: all_run(LEASED, healthy, by_itself=False))

    cut_connections("cutpurse-worker")

    assert all_run(INLINE, healthy, by_itself=True)
    assert all_run(LEASED, healthy, by_itself=False)
