"""How rows get onto the agenda and off it.

The fragments are data-modifying CTEs for the statement of a hot command, which writes its rows
together with its events. They are built once, from constants: every argument is SQL text, never
a value from outside, so placeholders of any style may stand in it.
"""

from datetime import datetime
from uuid import UUID

from django.db import connection

from agenda.registry import KIND


def _literal(kind: str) -> str:
    if not KIND.fullmatch(kind):
        message = f"a kind must match {KIND.pattern}, not {kind!r}"
        raise ValueError(message)
    return f"'{kind}'"


def schedule_fragment(  # noqa: PLR0913 one argument a column
    *,
    kind: str,
    subject: str = "head.id",
    due_at: str,
    version: str = "head.version",
    payload: str = "''",
    source: str = "head",
    where: str = "true",
) -> str:
    """Return the SQL that puts a row for every row of source, replacing that of the same subject.

    A replaced row starts anew: no lease, no failures. A row of a later version stays.
    One statement may not both put and cancel a row; give them `where`s that exclude each other.

    >>> print(put_fragment(kind="clock", due_at="$3", where="$3 IS NOT NULL"))
    INSERT INTO agenda_due AS due (kind, subject, due_at, version, payload)
    SELECT 'clock', head.id, $3, head.version, '' FROM head WHERE $3 IS NOT NULL
    ON CONFLICT (kind, subject) DO UPDATE SET
        due_at = EXCLUDED.due_at, version = EXCLUDED.version, payload = EXCLUDED.payload,
        lease_until = NULL, attempts = 0, last_error = ''
    WHERE due.version <= EXCLUDED.version
    """
    return (
        "INSERT INTO agenda_due AS due (kind, subject, due_at, version, payload)\n"
        f"SELECT {_literal(kind)}, {subject}, {due_at}, {version}, {payload}"
        f" FROM {source} WHERE {where}\n"
        "ON CONFLICT (kind, subject) DO UPDATE SET\n"
        "    due_at = EXCLUDED.due_at, version = EXCLUDED.version, payload = EXCLUDED.payload,\n"
        "    lease_until = NULL, attempts = 0, last_error = ''\n"
        "WHERE due.version <= EXCLUDED.version"
    )


def cancel_fragment(
    *, kind: str, subject: str = "head.id", source: str = "head", where: str = "true"
) -> str:
    """Return the SQL that removes the row of every row of source, if there is one.

    >>> print(cancel_fragment(kind="clock", where="$3 IS NULL"))
    DELETE FROM agenda_due AS due USING head
    WHERE due.kind = 'clock' AND due.subject = head.id AND ($3 IS NULL)
    """
    return (
        f"DELETE FROM agenda_due AS due USING {source}\n"  # noqa: S608 as above
        f"WHERE due.kind = {_literal(kind)} AND due.subject = {subject} AND ({where})"
    )


def schedule(
    *, kind: str, subject: UUID, due_at: datetime | None = None, version: int, payload: str = ""
) -> None:
    """Put a row, due now unless due_at says when, in the caller's transaction.

    As put_fragment does: it replaces the row of the same kind and subject, but never a later one.
    """
    source = (
        "(SELECT %s::uuid AS id, %s::int AS version, %s::text AS payload,"
        " COALESCE(%s::timestamptz, statement_timestamp()) AS due_at) AS head"
    )
    text = schedule_fragment(kind=kind, due_at="head.due_at", payload="head.payload", source=source)
    with connection.cursor() as cursor:
        cursor.execute(text, [subject, version, payload, due_at])


def hasten(*, payload: str) -> None:
    """Make rows due now whose payload is this and that nobody works on, in the same transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE agenda_due SET due_at = statement_timestamp() WHERE payload = %s"
            " AND due_at > statement_timestamp() AND lease_until IS NULL",
            [payload],
        )


def cancel(*, kind: str, subject: UUID) -> None:
    """Remove the row of a kind and subject, if there is one, in the caller's transaction."""
    text = cancel_fragment(kind=kind, source="(SELECT %s::uuid AS id) AS head")
    with connection.cursor() as cursor:
        cursor.execute(text, [subject])
