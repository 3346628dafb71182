"""Many sweepers at once, some of them killed: nothing is lost, and nothing inline runs twice."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection, transaction

from agenda import runs, sql
from agenda.registry import Job
from tests.agenda.processes import python, within
from tests.agenda.rows import INLINE, LEASED, MARK, handled, leave_mark, put, state

pytestmark = pytest.mark.slow

MATCH = "test_match"
"""A row that stands for the row of a match, which moves lock."""
PATIENCE_S = 60


def runs_by_subject() -> Counter[UUID]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT split_part(payload, ' ', 1) FROM agenda_due WHERE kind = %s", [MARK])
        return Counter(UUID(subject) for (subject,) in cursor.fetchall())


def rows_left() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM agenda_due WHERE kind <> %s", [MARK])
        return int(cursor.fetchone()[0])


def touch_match() -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE agenda_due SET attempts = attempts WHERE kind = %s", [MATCH])


def run_in_thread(work: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        work()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_sweepers_side_by_side_run_each_inline_row_once(committed_agenda: None) -> None:
    subjects = [put(INLINE) for _ in range(200)]

    def sweep() -> None:
        while runs.run_inline(limit=7):
            pass

    with handled(INLINE):
        threads = [run_in_thread(sweep) for _ in range(4)]
        for thread in threads:
            thread.join()

    assert runs_by_subject() == Counter(subjects)


def test_sweepers_side_by_side_lease_each_row_once(committed_agenda: None) -> None:
    subjects = [put(LEASED) for _ in range(100)]

    with handled(LEASED, mode="leased"):
        threads = [run_in_thread(runs.run_due_now) for _ in range(4)]
        for thread in threads:
            thread.join()

    assert runs_by_subject() == Counter(subjects)


@pytest.mark.long
def test_killed_sweepers_lose_nothing_and_repeat_nothing_inline(
    committed_agenda: None, environment: dict[str, str], tmp_path: Path
) -> None:
    inline = [put(INLINE, payload="work") for _ in range(150)]
    leased = [put(LEASED, payload="work") for _ in range(60)]
    kills = 0

    while rows_left():
        before = rows_left()
        with ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(
                    python("tests.agenda.sweeping", environment=environment, log=tmp_path / "log")
                )
            assert within(PATIENCE_S, lambda before=before: rows_left() < before)  # type: ignore[misc]
            if kills >= 2:
                assert within(PATIENCE_S, lambda: rows_left() == 0)
            time.sleep(0.15)
        kills += 1

    ran = runs_by_subject()
    assert kills >= 2
    assert {ran[subject] for subject in inline} == {1}
    assert all(ran[subject] >= 1 for subject in leased)


@pytest.mark.alone(reason="how long the sweeper waits is measured")
def test_a_sweeper_gives_way_to_a_move_that_holds_the_match(committed_agenda: None) -> None:
    put(MATCH, due_in_s=3600)
    subject = put(INLINE, version=1)
    has_match, has_row = threading.Event(), threading.Event()

    def move() -> None:
        with transaction.atomic():
            touch_match()
            has_match.set()
            has_row.wait(5)
            sql.schedule(kind=INLINE, subject=subject, version=2)

    def settle(due: Job) -> None:
        has_row.set()
        touch_match()
        leave_mark(due)

    with handled(INLINE, settle):
        thread = run_in_thread(move)
        has_match.wait(5)
        begun = time.monotonic()
        assert runs.run_inline() == 0
        thread.join()
        waited_s = time.monotonic() - begun
        left = state(INLINE, subject)
        runs.run_inline()

    assert left is not None
    assert (left.version, left.attempts) == (2, 0)
    assert waited_s < 1.0
    assert runs_by_subject() == {subject: 1}


def test_a_row_that_is_put_again_while_it_runs_runs_again(committed_agenda: None) -> None:
    subject = put(LEASED, version=1)
    versions = []

    def play(due: Job) -> None:
        versions.append(due.version)
        if due.version == 1:
            run_in_thread(lambda: sql.schedule(kind=LEASED, subject=subject, version=2)).join()

    with handled(LEASED, play, mode="leased"):
        runs.run_due_now()

    assert versions == [1, 2]
    assert rows_left() == 0
