"""The process of the analyses: of low priority, with a queue of its own, and nothing else to do."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import psutil
import pytest
from django.db import connection

from agenda import sql
from analyses import services
from cutpurse import priority
from cutpurse.up.child import Child
from cutpurse.up.children import children
from tests.agenda.processes import within
from tests.agenda.rows import clear
from tests.analyses.finished import finished

PATIENCE_S = 600.0
"""A bound for the test alone: how fast a busy machine makes a review is not what it is about."""
ADDRESSES = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")


def described(folder: Path) -> list[Child]:
    return list(children(folder, "127.0.0.1", 0)[1:])


@contextmanager
def workers(folder: Path, environment: Mapping[str, str]) -> Iterator[list[Child]]:
    """Run the workers of a site on the databases of the tests."""
    own = {name: environment[name] for name in ADDRESSES}
    with ExitStack() as stack:
        found = [
            replace(each, environment={**each.environment, **own}) for each in described(folder)
        ]
        for each in found:
            stack.callback(each.stop)
            stack.callback(each.ask_to_stop)
            each.start()
        yield found


@contextmanager
def busy_processors() -> Iterator[None]:
    """Keep every processor of the machine busy, by processes of sessions of their own."""
    spin = [sys.executable, "-c", "while True: pass"]
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            process = stack.enter_context(subprocess.Popen(spin, start_new_session=True))
            stack.callback(process.kill)
        yield


def running(child: Child) -> list[psutil.Process]:
    assert child.process is not None
    leader = psutil.Process(child.process.pid)
    return [leader, *leader.children(recursive=True)]


def test_of_two_workers_one_makes_the_analyses_and_nothing_else(tmp_path: Path) -> None:
    first, second = described(tmp_path)
    queues = [each.command[each.command.index("--queues") + 1] for each in (first, second)]

    assert queues == ["cutpurse", "analyses"]
    assert "CUTPURSE_PROCESS" not in first.environment
    assert second.environment["CUTPURSE_PROCESS"] == "analyses"


def voluntary_switches(seconds: float) -> int:
    """Return how often this process lets go of its processor while it works for so long."""
    before, end = psutil.Process().num_ctx_switches().voluntary, time.process_time() + seconds
    while time.process_time() < end:
        pass
    return psutil.Process().num_ctx_switches().voluntary - before


@pytest.fixture
def pauses() -> Iterator[priority.Pauses]:
    earlier, made = signal.getsignal(signal.SIGALRM), priority.Pauses()
    yield made
    made.end()
    signal.signal(signal.SIGALRM, earlier)


def test_a_process_that_pauses_lets_go_of_its_processor_a_thousand_times_a_second(
    pauses: priority.Pauses,
) -> None:
    pauses.begin()
    pausing = voluntary_switches(0.2)
    pauses.end()

    # Other processes take the processor away too, so that some of its pauses are not needed.
    assert pausing >= 200
    assert voluntary_switches(0.2) < 20


def test_no_pause_follows_the_end_of_pauses_even_where_one_was_about_to_begin(
    pauses: priority.Pauses,
) -> None:
    for number in range(400):
        pauses.begin()
        until = time.perf_counter() + priority.WORK_S + (number - 200) * 1e-7
        while time.perf_counter() < until:
            pass
        pauses.end()

        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.usefixtures("committed_db")
@pytest.mark.more
def test_a_review_is_made_by_the_process_that_gives_way_while_every_processor_is_busy(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    clear()
    match, players = finished("second-story")
    review = services.request_review(match_id=match, account_id=players[0].account, seat=0)
    sql.schedule(kind=services.KIND, subject=UUID(int=0), version=1)

    def is_made() -> bool:
        review.refresh_from_db()
        return review.done_at is not None

    with busy_processors(), workers(tmp_path, environment) as (first, second):
        assert within(PATIENCE_S, is_made)
        usual, (parent, child) = running(first), running(second)
        assert {each.nice() for each in [*usual, parent]} == {parent.nice()}
        assert child.nice() == min(19, parent.nice() + 10)

    assert review.attempts <= 1
    assert "agenda_sweeping" in first.log.read_text()
    assert "agenda_sweeping" not in second.log.read_text()
    clear()
    connection.close()
