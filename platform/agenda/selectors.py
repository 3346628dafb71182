"""What operators and probes want to know of the agenda."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection

from agenda import registry, rows

PATIENCE_S = 0.25
"""How late a leased row may be before it counts as waiting for a process."""


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

    Rows without a handler count too: they are never run, and that must show. Analyses do not: they
    wait while the machine is busy or the broker away, and nobody waits for them.
    """
    patient = [each.kind for each in registry.handlers("leased", queue="analyses")]
    text = (
        "SELECT COALESCE(EXTRACT(EPOCH FROM max(statement_timestamp() - due_at)), 0)::float8"
        " FROM agenda_due WHERE kind <> ALL(%s) AND due_at <= statement_timestamp()"
        " AND (lease_until IS NULL OR lease_until <= statement_timestamp())"
    )
    with connection.cursor() as cursor:
        cursor.execute(text, [patient])
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


def named(payloads: Iterable[str]) -> set[str]:
    """Return which of some payloads rows have, whether or not somebody works on them."""
    text = "SELECT DISTINCT payload FROM agenda_due WHERE payload = ANY(%s)"
    with connection.cursor() as cursor:
        cursor.execute(text, [[*payloads]])
        return {payload for (payload,) in cursor.fetchall()}


def waits(*, besides: str) -> bool:
    """Tell whether a leased row other than of that kind is late, and nobody works on it yet.

    A row that is due is taken within a poll or two; one that is later than PATIENCE_S found no
    process free.
    """
    kinds = [each.kind for each in registry.handlers("leased") if each.kind != besides]
    text = (
        "SELECT EXISTS (SELECT FROM agenda_due WHERE kind = ANY(%s)"
        " AND due_at <= statement_timestamp() - %s * interval '1 second'"
        " AND (lease_until IS NULL OR lease_until <= statement_timestamp() OR last_error <> %s))"
    )
    with connection.cursor() as cursor:
        cursor.execute(text, [kinds, PATIENCE_S, rows.UNFINISHED])
        is_waiting: bool = cursor.fetchone()[0]
    return is_waiting
