"""Rows as commands write them: with plain calls, or as parts of a statement of their own."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from django.db import connection

from agenda import sql
from agenda.models import DueRow
from tests.agenda.rows import put

pytestmark = pytest.mark.usefixtures("agenda")

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def command(subject: UUID, *, version: int, due_at: datetime | None) -> None:
    """Do as a command does: one statement that puts a clock when there is a time, or cancels it."""
    parts = (
        "WITH head AS (SELECT %(subject)s::uuid AS id, %(version)s::int AS version)",
        ", clock_put AS (",
        sql.schedule_fragment(
            kind="clock",
            due_at="%(due_at)s::timestamptz",
            where="%(due_at)s::timestamptz IS NOT NULL",
        ),
        "), clock_cancelled AS (",
        sql.cancel_fragment(kind="clock", where="%(due_at)s::timestamptz IS NULL"),
        ") SELECT version FROM head",
    )
    with connection.cursor() as cursor:
        cursor.execute("".join(parts), {"subject": subject, "version": version, "due_at": due_at})


def test_a_command_puts_its_clock_in_its_own_statement() -> None:
    subject = uuid4()

    command(subject, version=7, due_at=NOON)

    row = DueRow.objects.get(pk=("clock", subject))
    assert (row.due_at, row.version, row.payload) == (NOON, 7, "")


def test_the_next_command_moves_the_clock_on() -> None:
    subject = uuid4()
    command(subject, version=7, due_at=NOON)

    later = NOON.replace(hour=13)
    command(subject, version=9, due_at=later)

    row = DueRow.objects.get(kind="clock", subject=subject)
    assert (row.due_at, row.version) == (later, 9)


def test_a_command_without_a_deadline_cancels_the_clock() -> None:
    subject = uuid4()
    command(subject, version=7, due_at=NOON)

    command(subject, version=8, due_at=None)

    assert not DueRow.objects.filter(subject=subject).exists()


def test_a_row_that_is_put_again_starts_anew() -> None:
    subject = put("clock", version=1)
    DueRow.objects.filter(subject=subject).update(attempts=3, last_error="Boom", lease_until=NOON)

    sql.schedule(kind="clock", subject=subject, version=2)

    row = DueRow.objects.get(subject=subject)
    assert (row.attempts, row.last_error, row.lease_until) == (0, "", None)


def test_a_late_writer_does_not_replace_a_row_of_a_later_version() -> None:
    subject = put("clock", version=5)

    sql.schedule(kind="clock", subject=subject, version=4)

    assert DueRow.objects.get(subject=subject).version == 5


def test_two_kinds_of_one_subject_are_two_rows() -> None:
    subject = put("clock")
    sql.schedule(kind="bot_turn", subject=subject, version=1)

    sql.cancel(kind="clock", subject=subject)

    assert [row.kind for row in DueRow.objects.filter(subject=subject)] == ["bot_turn"]


@pytest.mark.parametrize("kind", ["", "Clock", "clock'; --", "clock-1"])
def test_a_kind_that_is_no_identifier_never_gets_into_a_statement(kind: str) -> None:
    with pytest.raises(ValueError, match="a kind must match"):
        sql.schedule_fragment(kind=kind, due_at="now()")

    with pytest.raises(ValueError, match="a kind must match"):
        sql.cancel_fragment(kind=kind)
