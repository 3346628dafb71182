"""How rows are run: inline ones with their effect, leased ones between two commits."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from agenda import registry, rows, runs, sql
from agenda.registry import Handler, Job
from tests.agenda.rows import (
    INLINE,
    LEASED,
    handled,
    lapse,
    leave_mark,
    marks,
    put,
    state,
)

pytestmark = pytest.mark.usefixtures("agenda")


class BrokenHandlerError(Exception):
    """What handlers of these tests raise."""


def fail(due: Job) -> None:
    leave_mark(due)
    raise BrokenHandlerError("the seven of knives")


def break_the_database(due: Job) -> None:
    leave_mark(due)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO agenda_due SELECT * FROM agenda_due LIMIT 1")


def test_a_due_row_runs_and_is_gone() -> None:
    subject = put(INLINE, version=3)

    with handled(INLINE):
        assert runs.run_inline() == 1

    assert [mark.version for mark in marks(subject)] == [3]
    assert state(INLINE, subject) is None


def test_no_row_runs_early() -> None:
    subject = put(INLINE, due_in_s=0.2)
    other = put(LEASED, due_in_s=0.2)

    with handled(INLINE), handled(LEASED, mode="leased"):
        assert runs.run_due_now() == 0

    assert marks(subject) == marks(other) == []


def test_the_oldest_rows_run_first() -> None:
    ran = []
    subjects = [put(INLINE, due_in_s=-age) for age in (1, 3, 2)]

    with handled(INLINE, lambda due: ran.append(due.subject)):
        runs.run_inline(limit=1)
        runs.run_inline()

    assert ran == [subjects[1], subjects[2], subjects[0]]


def test_many_rows_take_no_more_statements_than_one() -> None:
    counts = []

    with handled(INLINE, lambda _due: None):
        for batch in (1, 20):
            for _ in range(batch):
                put(INLINE)
            with CaptureQueriesContext(connection) as captured:
                assert runs.run_inline() == batch
            counts.append(len(captured))

    assert counts[0] == counts[1] < 8


def test_rows_of_a_kind_without_a_handler_wait() -> None:
    subject = put(INLINE)

    assert runs.run_due_now() == 0

    assert state(INLINE, subject) is not None


@pytest.mark.parametrize("run", [fail, break_the_database])
def test_a_handler_that_raises_leaves_nothing_behind_and_hinders_no_other(run: object) -> None:
    def run_poison(due: Job) -> None:
        leave_mark(due)
        if due.payload == "poison":
            run(due)  # type: ignore[operator]  # One of the two above.

    before = put(INLINE, due_in_s=-2)
    poison = put(INLINE, due_in_s=-1, payload="poison")
    after = put(INLINE)

    with handled(INLINE, run_poison):
        assert runs.run_inline() == 3

    assert (len(marks(before)), len(marks(poison)), len(marks(after))) == (1, 0, 1)
    left = state(INLINE, poison)
    assert left is not None
    assert left.attempts == 1


def test_a_row_that_fails_is_due_again_after_twice_the_time() -> None:
    subject = put(INLINE)
    waits = []

    with handled(INLINE, fail):
        for _ in range(12):
            assert runs.run_inline() == 1
            assert runs.run_inline() == 0
            left = state(INLINE, subject)
            assert left is not None
            waits.append(left.due_in_s)
            rows_due_now(subject)

    wanted = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    # A busy machine looks a little later.
    assert [
        late for wait, due in zip(waits, wanted, strict=True) if not 0 <= (late := due - wait) < 0.4
    ] == []


def rows_due_now(*subjects: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE agenda_due SET due_at = statement_timestamp() WHERE subject = ANY(%s)",
            [list(subjects)],
        )


@pytest.mark.parametrize("mode", ["inline", "leased"])
def test_the_error_of_a_row_says_where_and_no_secret(mode: registry.Mode) -> None:
    subject = put(INLINE)

    with handled(INLINE, fail, mode):
        runs.run_due_now()

    left = state(INLINE, subject)
    assert left is not None
    assert left.last_error.startswith("BrokenHandlerError at ")
    assert "agenda/test_runs.py" in left.last_error
    assert "knives" not in left.last_error


def test_the_error_of_a_row_has_the_code_of_the_database() -> None:
    subject = put(INLINE)

    with handled(INLINE, break_the_database):
        runs.run_due_now()

    left = state(INLINE, subject)
    assert left is not None
    assert left.last_error.startswith("IntegrityError (23505) at ")


@pytest.mark.parametrize("mode", ["inline", "leased"])
def test_a_handler_may_put_its_own_row_again(mode: registry.Mode) -> None:
    def put_next(due: Job) -> None:
        sql.schedule(kind=due.kind, subject=due.subject, version=due.version + 1)

    subject = put(INLINE, version=1)

    with handled(INLINE, put_next, mode):
        registry.handler(INLINE)
        (runs.run_inline if mode == "inline" else run_one_leased)()

    left = state(INLINE, subject)
    assert left is not None
    assert (left.version, left.is_leased) == (2, False)


def run_one_leased() -> None:
    ((due, _),) = rows.lease(registry.handlers("leased"), 1, in_flight_max=None)
    runs.run_leased(due.kind, due.subject, due.version, due.lease_until)


def test_a_leased_row_is_no_one_elses_until_its_lease_lapses() -> None:
    subject = put(LEASED)

    with handled(LEASED, mode="leased"):
        handlers = registry.handlers("leased")
        assert len(rows.lease(handlers, 50, in_flight_max=None)) == 1
        assert rows.lease(handlers, 50, in_flight_max=None) == []
        lapse(subject)
        ((again, was_lost),) = rows.lease(handlers, 50, in_flight_max=None)

    assert was_lost
    assert again.attempts == 1


def test_a_run_that_was_killed_is_told_from_a_message_that_was_lost() -> None:
    subject = put(LEASED)

    with handled(LEASED, mode="leased"):
        handlers = registry.handlers("leased")
        ((due, _),) = rows.lease(handlers, 1, in_flight_max=None)
        rows.confirm_lease(registry.handler(LEASED), subject, due.version, due.lease_until)
        lapse(subject)
        ((_, was_lost),) = rows.lease(handlers, 1, in_flight_max=None)

    left = state(LEASED, subject)
    assert not was_lost
    assert left is not None
    assert left.last_error == rows.ABANDONED


def test_a_message_for_an_obsolete_version_does_nothing() -> None:
    subject = put(LEASED, version=1)
    sql.schedule(kind=LEASED, subject=subject, version=2)

    with handled(LEASED, mode="leased"):
        assert not runs.run_leased(LEASED, subject, 1, None)

    assert marks(subject) == []
    assert state(LEASED, subject) is not None


def test_a_message_for_a_row_that_is_gone_does_nothing() -> None:
    with handled(LEASED, mode="leased"):
        assert not runs.run_leased(LEASED, uuid4(), 1, None)


def test_of_two_messages_for_one_row_only_that_of_the_last_lease_runs() -> None:
    subject = put(LEASED)

    with handled(LEASED, mode="leased"):
        handlers = registry.handlers("leased")
        ((first, _),) = rows.lease(handlers, 1, in_flight_max=None)
        lapse(subject)
        ((second, _),) = rows.lease(handlers, 1, in_flight_max=None)
        assert not runs.run_leased(LEASED, subject, 1, first.lease_until)
        assert runs.run_leased(LEASED, subject, 1, second.lease_until)
        assert not runs.run_leased(LEASED, subject, 1, second.lease_until)

    assert len(marks(subject)) == 1


def test_a_message_that_comes_after_its_lease_still_runs_when_nobody_took_over() -> None:
    subject = put(LEASED)

    with handled(LEASED, mode="leased", lease_s=1):
        ((due, _),) = rows.lease(registry.handlers("leased"), 1, in_flight_max=None)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(1.01)")
        assert runs.run_leased(LEASED, subject, 1, due.lease_until)


def test_no_more_rows_are_leased_than_may_be_in_flight() -> None:
    for _ in range(5):
        put(LEASED)

    with handled(LEASED, mode="leased"):
        handlers = registry.handlers("leased")
        assert len(rows.lease(handlers, 2, in_flight_max=3)) == 2
        assert len(rows.lease(handlers, 2, in_flight_max=3)) == 1
        assert len(rows.lease(handlers, 2, in_flight_max=3)) == 0


def test_when_the_broker_dies_only_started_rows_keep_their_leases() -> None:
    started, waiting = put(LEASED, due_in_s=-1), put(LEASED)

    with handled(LEASED, mode="leased"):
        handlers = registry.handlers("leased")
        ((first, _), _) = rows.lease(handlers, 2, in_flight_max=None)
        rows.confirm_lease(registry.handler(LEASED), started, 1, first.lease_until)
        assert rows.release_unstarted() == 1

    kept, released = state(LEASED, started), state(LEASED, waiting)
    assert kept is not None
    assert released is not None
    assert kept.is_leased
    assert not released.is_leased


def test_a_failed_row_can_be_retried_at_once() -> None:
    subject = put(INLINE)
    with handled(INLINE, fail):
        runs.run_inline()

    assert rows.retry_now([(INLINE, subject)]) == 1

    with handled(INLINE):
        assert runs.run_inline() == 1


def test_a_row_that_someone_works_on_is_not_retried() -> None:
    subject = put(LEASED)

    with handled(LEASED, mode="leased"):
        rows.lease(registry.handlers("leased"), 1, in_flight_max=None)

    assert rows.retry_now([(LEASED, subject)]) == 0


def test_a_kind_has_one_handler() -> None:
    with handled(INLINE), pytest.raises(ValueError, match="handled by"):
        registry.register(Handler(INLINE, fail, "inline"))


@pytest.mark.parametrize("lease_s", [0, 51])
def test_a_lease_must_end_before_the_broker_delivers_again(lease_s: int) -> None:
    with pytest.raises(ValueError, match="lease_s must be 1 to 50"):
        Handler(LEASED, fail, "leased", lease_s)


def test_the_database_refuses_two_rows_of_a_kind_and_subject() -> None:
    put(INLINE)

    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("INSERT INTO agenda_due SELECT * FROM agenda_due")
