"""Prove that the database leads, by a write that a standby has to acknowledge.

A primary that was frozen while a standby took its place wakes up and believes that it still leads.
Connections made before lead to it; it lacks what was done since, and may hold what no standby has
ever had. Only a write tells: nobody acknowledges it any more.

So whoever says that a command was not carried out, or was carried out before, reads first and
proves then: what was read before an acknowledged write was read from the leader. It costs such an
answer a transaction where `synchronous_standby_names` is set, and elsewhere the look at that
setting. What is written needs no proof, for it is one.
"""

import time
from selectors import EVENT_READ, DefaultSelector

import psycopg
import structlog
from django.db import connection
from psycopg import pq

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LIMIT_S = 2.0
"""How long a standby may take to acknowledge."""

PROOF = (
    b"SELECT pg_logical_emit_message(true, 'cutpurse', ''::text)"
    b" WHERE current_setting('synchronous_standby_names') <> ''"
)
"""A message that nobody reads: of all writes the one that leaves nothing in a table."""


def prove() -> None:
    """Return once all that was read on this thread's connection was read from the leader.

    Raises psycopg.OperationalError, and closes the connection, when that cannot be proved. Within
    a transaction nothing can be: there the transaction's own end is the proof.
    """
    if connection.in_atomic_block:
        return
    connection.ensure_connection()
    try:
        found = _result(connection.connection.pgconn)
    except psycopg.OperationalError:
        connection.close()
        raise
    if found is None or found.status != pq.ExecStatus.TUPLES_OK:
        connection.close()
        log.warning("leadership_not_proved")
        message = "no standby has acknowledged a write: another server may lead"
        raise psycopg.OperationalError(message)


def _result(pgconn: pq.abc.PGconn) -> pq.abc.PGresult | None:
    """Return what the proof is answered; None when that takes too long.

    A limit of the server's own would be none: it no longer counts while a commit is waited for.
    """
    give_up = time.monotonic() + LIMIT_S
    found = None
    pgconn.send_query(PROOF)
    pgconn.flush()
    with DefaultSelector() as selector:
        selector.register(pgconn.socket, EVENT_READ)
        while True:
            while pgconn.is_busy():
                if not selector.select(max(0.0, give_up - time.monotonic())):
                    return None
                pgconn.consume_input()
            # The answer ends with a result that is none.
            result = pgconn.get_result()
            if result is None:
                return found
            found = result
