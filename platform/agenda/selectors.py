"""What operators and probes want to know of the agenda."""

from typing import NamedTuple

from django.db import connection


class KindCount(NamedTuple):
    """Rows of one kind."""

    kind: str
    rows: int
    overdue: int
    """Due, and nobody works on them."""
    leased: int
    failing: int
    """With at least one failed run; most of them wait for the next."""


def lag() -> float:
    """Return the seconds by which the oldest row that is due and not leased is overdue, or 0.

    Rows without a handler count too: they are never run, and that must show.
    """
    text = (
        "SELECT COALESCE(EXTRACT(EPOCH FROM max(statement_timestamp() - due_at)), 0)::float8"
        " FROM agenda_due WHERE due_at <= statement_timestamp()"
        " AND (lease_until IS NULL OR lease_until <= statement_timestamp())"
    )
    with connection.cursor() as cursor:
        cursor.execute(text)
        seconds: float = cursor.fetchone()[0]
    return seconds


def counts() -> list[KindCount]:
    """Return the rows of each kind, by name."""
    text = (
        "SELECT kind, count(*), count(*) FILTER (WHERE due_at <= statement_timestamp()"
        " AND (lease_until IS NULL OR lease_until <= statement_timestamp())),"
        " count(*) FILTER (WHERE lease_until > statement_timestamp()),"
        " count(*) FILTER (WHERE attempts > 0) FROM agenda_due GROUP BY kind ORDER BY kind"
    )
    with connection.cursor() as cursor:
        cursor.execute(text)
        return [KindCount(*row) for row in cursor.fetchall()]
