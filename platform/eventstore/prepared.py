"""Run one prepared statement with as little as can be between Python and libpq.

psycopg's cursor, written in Python, costs as much as all the rest of a move. Outside of a
transaction a statement that answers one row at most can go to libpq directly; inside of one it
takes the cursor, which knows when a transaction begins. So it does where a pooler gives the session
away: psycopg knows what such a pooler has forgotten.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import count
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection
from psycopg import pq

from eventstore import pooling, standby_reads
from eventstore.away import AWAY

TEXT, BINARY = 0, 1

UNKNOWN_STATEMENT = b"26000"
"""SQLSTATE of a prepared statement that is gone."""

_names: "WeakKeyDictionary[psycopg.Connection[object], dict[bytes, bytes]]" = WeakKeyDictionary()
"""The names under which each connection has prepared its statements."""
_numbers = count()
"""No name is given twice: a connection whose names were forgotten may still know some of them."""


def _nothing(_value: object) -> None:
    return None


ENCODERS: Mapping[type, Callable[..., bytes | None]] = {
    bool: lambda value: b"t" if value else b"f",
    bytes: bytes,
    datetime: lambda value: value.isoformat().encode(),
    int: b"%d".__mod__,
    str: str.encode,
    type(None): _nothing,
    UUID: lambda value: value.hex.encode(),
}
"""How a value of each type is sent; bytes alone go as binary."""


def answers_row(statement: bytes, parameters: Sequence[object]) -> bool:
    """Run a statement with $1, $2, … and return whether it answered a row.

    Every parameter's type must follow from the statement, by a cast where need be. Raises
    psycopg's errors; an OperationalError from a server that takes no writes, or has ended a
    transaction that waited for too long.
    """
    standby_reads.note_write()
    connection.ensure_connection()
    raw = connection.connection
    try:
        by_psycopg = connection.in_atomic_block or not raw.autocommit
        if by_psycopg or pooling.gives_sessions_away(connection):
            with psycopg.RawCursor(raw) as cursor:
                return cursor.execute(statement, parameters, prepare=True).fetchone() is not None
        found = raw.pgconn.exec_prepared(_prepared(raw, statement), *encoded(parameters))
        if found.error_field(pq.DiagnosticField.SQLSTATE) == UNKNOWN_STATEMENT:
            # After a transaction that was rolled back psycopg deallocates all that is prepared.
            _names.pop(raw)
            found = raw.pgconn.exec_prepared(_prepared(raw, statement), *encoded(parameters))
        _raise_for(raw, found)
    except AWAY as error:
        raise psycopg.OperationalError(str(error)) from error
    return bool(found.ntuples)


def encoded(parameters: Sequence[object]) -> tuple[list[bytes | None], list[int]]:
    """Return parameters as they are sent, and whether each is text or binary."""
    values = [ENCODERS[type(value)](value) for value in parameters]
    return values, [BINARY if type(value) is bytes else TEXT for value in parameters]


def _prepared(raw: "psycopg.Connection[object]", statement: bytes) -> bytes:
    """Return the statement's name on a connection, which prepares it the first time."""
    names = _names.setdefault(raw, {})
    name = names.get(statement)
    if name is None:
        name = b"cutpurse_%d" % next(_numbers)
        _raise_for(raw, raw.pgconn.prepare(name, statement))
        names[statement] = name
    return name


def _raise_for(raw: "psycopg.Connection[object]", found: pq.abc.PGresult) -> None:
    if found.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK):
        return
    if raw.pgconn.status != pq.ConnStatus.OK:
        raise psycopg.OperationalError(raw.pgconn.get_error_message())
    raise psycopg.errors.error_from_result(found)
