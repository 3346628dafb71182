"""What operators see of the agenda, and a sweep by hand."""

from io import StringIO

import pytest
from django.core.management import call_command

from agenda import registry, rows, runs, selectors
from agenda.models import DueListing
from agenda.registry import Job
from agenda.selectors import KindCount
from tests.agenda.rows import ANALYSIS, INLINE, LEASED, MARK, handled, marks, put, state

pytestmark = pytest.mark.usefixtures("agenda")


def fail(_: Job) -> None:
    raise ZeroDivisionError


def test_the_lag_is_that_of_the_oldest_row_that_nobody_works_on() -> None:
    assert selectors.lag() == 0

    put(LEASED, due_in_s=-60)
    with handled(LEASED, mode="leased"):
        rows.lease(registry.handlers("leased"), 1, in_flight_max=None)
    put(INLINE, due_in_s=-30)
    put(INLINE, due_in_s=-20)
    put(INLINE, due_in_s=3600)

    assert selectors.lag() == pytest.approx(30, abs=2)


def test_analyses_which_may_wait_for_long_make_nothing_late() -> None:
    with handled(ANALYSIS, mode="leased", queue="analyses"):
        put(ANALYSIS, due_in_s=-3600)
        assert selectors.lag() == 0
        put(LEASED, due_in_s=-30)

        assert selectors.lag() == pytest.approx(30, abs=2)


def test_rows_are_counted_by_kind() -> None:
    put(LEASED, due_in_s=-60)
    with handled(LEASED, mode="leased"):
        rows.lease(registry.handlers("leased"), 1, in_flight_max=None)
    put(INLINE)
    with handled(INLINE, fail):
        runs.run_inline()
    put(INLINE)
    put(INLINE, due_in_s=3600)

    assert selectors.counts() == [
        KindCount(INLINE, rows=3, overdue=1, leased=0, failing=1),
        KindCount(LEASED, rows=1, overdue=0, leased=1, failing=0),
    ]


def test_the_command_runs_what_is_due_and_ends() -> None:
    subjects = [put(INLINE), put(LEASED)]
    later = put(INLINE, due_in_s=3600)
    out = StringIO()

    with handled(INLINE), handled(LEASED, mode="leased"):
        call_command("sweep", "--once", stdout=out)

    assert out.getvalue() == "2 due rows were run\n"
    assert all(len(marks(subject)) == 1 for subject in subjects)
    assert state(INLINE, later) is not None
    assert DueListing.objects.filter(kind=MARK).count() == 2
