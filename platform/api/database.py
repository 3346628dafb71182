"""Single statements on Django's connection, without its cursors: they never prepare."""

from collections.abc import Mapping

from django.db import connection
from psycopg import Cursor
from psycopg.rows import TupleRow


def rows(statement: str, parameters: Mapping[str, object]) -> list[TupleRow]:
    """Run a statement and return its rows; after the second time it runs prepared.

    Outside of a transaction it commits by itself. Raises Django's database errors.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(statement.encode(), parameters)
        return cursor.fetchall() if cursor.description else []
