"""The two lanes of a sweeper, and what it does without a broker."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs

from agenda.registry import Job
from agenda.sweeper import Sweeper, TaskSender
from tests.agenda.processes import cut_connections, within
from tests.agenda.rows import (
    ANALYSIS,
    INLINE,
    LEASED,
    handled,
    lapse,
    leave_mark,
    marks,
    put,
    state,
)

pytestmark = pytest.mark.usefixtures("committed_agenda")


class Line:
    """A network to the workers that the test controls; no worker is at its other end."""

    def __init__(self) -> None:
        self.is_up = True
        self.breaks_on_sending = False
        self.sent: list[Job] = []

    def is_available(self) -> bool:
        return self.is_up

    def has_workers(self) -> bool:
        return True

    def send(self, due: Job) -> bool:
        self.is_up = not self.breaks_on_sending
        self.sent.append(due)
        return self.is_up


@contextmanager
def sweeping(sender: TaskSender | None = None) -> Iterator[None]:
    """Sweep for a while."""
    sweeper = Sweeper(sender)
    sweeper.start()
    try:
        yield
    finally:
        sweeper.stop()


@pytest.mark.alone(reason="the lateness of clocks is measured")
def test_a_row_runs_when_it_is_due_and_not_before() -> None:
    lateness_s = []

    def note(due: Job) -> None:
        lateness_s.append((datetime.now(tz=UTC) - due.due_at).total_seconds())

    for number in range(8):
        put(INLINE, due_in_s=0.3 + number * 0.037)

    with handled(INLINE, note), sweeping():
        assert within(5, lambda: len(lateness_s) == 8)

    assert min(lateness_s) >= 0
    assert sorted(lateness_s)[4] < 0.1


def test_without_a_broker_everything_runs_here() -> None:
    subjects = [put(kind) for kind in (INLINE, LEASED) for _ in range(20)]

    with handled(INLINE), handled(LEASED, mode="leased"), sweeping():
        assert within(10, lambda: all(marks(subject) for subject in subjects))


def test_a_slow_leased_row_delays_no_clock() -> None:
    go_on = threading.Event()
    for _ in range(20):
        put(LEASED)

    def wait(_: Job) -> None:
        go_on.wait(10)

    with handled(LEASED, wait, "leased"), handled(INLINE), sweeping():
        subject = put(INLINE)
        assert within(2, lambda: bool(marks(subject)))
        go_on.set()


def test_a_leased_row_is_handed_out_once_while_its_lease_lasts() -> None:
    line = Line()
    subject = put(LEASED)

    with handled(LEASED, mode="leased"), sweeping(line):
        assert within(5, lambda: bool(line.sent))
        threading.Event().wait(0.3)

    assert [due.subject for due in line.sent] == [subject]
    assert marks(subject) == []


def test_a_row_whose_message_was_lost_runs_here() -> None:
    line = Line()
    subject = put(LEASED)

    with handled(LEASED, mode="leased"), sweeping(line):
        assert within(5, lambda: bool(line.sent))
        lapse(subject)
        assert within(5, lambda: bool(marks(subject)))

    assert len(line.sent) == 1


def test_an_analysis_is_sent_again_where_its_message_was_lost_and_never_runs_here() -> None:
    line = Line()
    subject = put(ANALYSIS)

    with handled(ANALYSIS, mode="leased", queue="analyses"), sweeping(line):
        assert within(5, lambda: bool(line.sent))
        lapse(subject)
        assert within(5, lambda: len(line.sent) == 2)

    assert marks(subject) == []


def test_an_analysis_waits_while_the_broker_is_away_and_keeps_nothing_waiting() -> None:
    line = Line()
    line.is_up = False
    analysis, other = put(ANALYSIS), put(LEASED)

    with (
        handled(ANALYSIS, mode="leased", queue="analyses"),
        handled(LEASED, mode="leased"),
        sweeping(line),
    ):
        assert within(5, lambda: bool(marks(other)))
        line.is_up = True
        assert within(5, lambda: [due.subject for due in line.sent] == [analysis])

    assert marks(analysis) == []


def test_a_server_stays_ready_while_analyses_wait_for_a_broker_that_is_away() -> None:
    line = Line()
    line.is_up = False
    analysis = put(ANALYSIS, due_in_s=-3600)

    with (
        handled(ANALYSIS, mode="leased", queue="analyses"),
        handled(LEASED, mode="leased"),
        sweeping(line),
    ):
        other = put(LEASED)
        assert within(5, lambda: bool(marks(other)))
        answer = Client().get("/readyz")

    assert state(ANALYSIS, analysis) is not None
    assert answer.status_code == 200


def test_analyses_in_one_process_run_here_as_everything_does() -> None:
    subject = put(ANALYSIS)

    with handled(ANALYSIS, mode="leased", queue="analyses"), sweeping():
        assert within(5, lambda: bool(marks(subject)))


def test_analyses_that_are_on_their_way_leave_the_other_queue_its_room(settings: Settings) -> None:
    settings.AGENDA_IN_FLIGHT_MAX = 2
    line = Line()
    for _ in range(3):
        put(ANALYSIS)

    with (
        handled(ANALYSIS, mode="leased", queue="analyses"),
        handled(LEASED, mode="leased"),
        sweeping(line),
    ):
        assert within(5, lambda: len(line.sent) == 2)
        other = put(LEASED)
        assert within(5, lambda: len(line.sent) == 3)

    assert line.sent[-1].subject == other


def test_when_the_broker_breaks_what_it_had_runs_here_at_once() -> None:
    line = Line()
    first = put(LEASED)

    with handled(LEASED, mode="leased"), sweeping(line):
        assert within(5, lambda: bool(line.sent))
        line.breaks_on_sending = True
        second = put(LEASED)
        assert within(2, lambda: bool(marks(first) and marks(second)))


def test_a_broker_that_dies_while_nothing_else_is_due_is_noticed() -> None:
    line = Line()
    subject = put(LEASED)

    with handled(LEASED, mode="leased"), sweeping(line):
        assert within(5, lambda: bool(line.sent))
        line.is_up = False
        assert within(2, lambda: bool(marks(subject)))


def test_a_sweeper_finds_its_way_back_to_the_database_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The threads of the sweeper connect after this, and the test has done so before.
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "application_name", "sweeper")

    with capture_logs() as logs, handled(INLINE), sweeping():
        before = put(INLINE)
        assert within(5, lambda: bool(marks(before)))
        cut_connections("sweeper")
        after = put(INLINE)
        assert within(5, lambda: bool(marks(after)))

    failures = [log for log in logs if log["event"] == "agenda_lane_failed"]
    assert [log["log_level"] for log in failures if log["lane"] == "agenda-inline"] == ["error"]


@pytest.mark.more
def test_a_sweeper_that_is_stopped_sweeps_no_more() -> None:
    with handled(INLINE):
        with sweeping():
            pass
        subject = put(INLINE)
        threading.Event().wait(0.3)

    assert state(INLINE, subject) is not None


@pytest.mark.more
def test_rows_that_always_fail_do_not_keep_others_waiting() -> None:
    def run(due: Job) -> None:
        if due.payload == "poison":
            raise ZeroDivisionError
        leave_mark(due)

    for _ in range(120):
        put(INLINE, due_in_s=-5, payload="poison")

    with handled(INLINE, run), sweeping():
        subject = put(INLINE)
        assert within(5, lambda: bool(marks(subject)))
