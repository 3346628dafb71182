"""When each account was last there, as all server processes together know it.

An account is connected while it has a stream open (of a match or its own; a stream proves itself
every `streams.PING_S`) or has sent a request within CONNECTED_S. What a process has noted is
written by a thread of its own every WRITE_S, many accounts in one statement, so that no request
waits for it. When an account is back after a longer silence the agenda is told in the same
statement: what follows for its matches stands in `matches.services.connections`.
"""

import threading
import time
from datetime import timedelta

import structlog
from django.db import Error, connection

from accounts import presence
from agenda.sql import schedule_fragment

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CONNECTED = timedelta(seconds=20)
"""How long after its last sign of life an account counts as connected."""
WRITE_S = 3.0
AGENDA = "back_online"
"""The agenda's kind for telling an account's matches that it is back; the subject is its id."""

WRITE = f"""
    WITH seen AS (
        INSERT INTO matches_presence AS known (account_id, seen_at)
        SELECT account.id, statement_timestamp() - noted.age * interval '1 second'
        FROM unnest(%(accounts)s::uuid[], %(ages)s::float8[]) AS noted (id, age)
        JOIN accounts_account AS account USING (id)
        ORDER BY account.id
        ON CONFLICT (account_id) DO UPDATE SET
            seen_at = EXCLUDED.seen_at,
            gone_at = CASE WHEN EXCLUDED.seen_at > known.seen_at + %(connected)s::interval
                THEN known.seen_at ELSE known.gone_at END,
            back_at = CASE WHEN EXCLUDED.seen_at > known.seen_at + %(connected)s::interval
                THEN EXCLUDED.seen_at ELSE known.back_at END
        WHERE known.seen_at < EXCLUDED.seen_at
        RETURNING account_id, seen_at = back_at AS is_back
    ), head AS (
        SELECT account_id AS id, 1 AS version FROM seen
        WHERE is_back AND EXISTS (
            SELECT 1 FROM matches_seat AS seat JOIN matches_match AS match ON match.id = match_id
            WHERE seat.account_id = seen.account_id AND match.status = 'live'
                AND match.clock ? 'disconnect'
        )
    )
    {schedule_fragment(kind=AGENDA, due_at="statement_timestamp()")}
"""  # noqa: S608 - Built from constants.


def write() -> None:
    """Write what this process has noted since the last time."""
    taken = presence.drain()
    if not taken:
        return
    ages = list(taken.values())
    with connection.cursor() as cursor:
        cursor.execute(WRITE, {"accounts": list(taken), "ages": ages, "connected": str(CONNECTED)})


class Recorder:
    """Writes the notes of this process from a thread of its own, until it is stopped."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="presence", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write no more; returns at once."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(WRITE_S):
            begun = time.monotonic()
            try:
                write()
            except Error as error:
                # What was taken is lost: whoever is connected is heard of again in a moment.
                log.warning(
                    "presence_not_written",
                    error=type(error).__name__,
                    seconds=round(time.monotonic() - begun, 1),
                )
                connection.close()
        connection.close()
