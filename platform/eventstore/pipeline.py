"""Write many commands as one transaction: prepared statements through libpq's pipeline, in asyncio.

One flush to the disk and one round trip carry a whole batch. What is sent between two
synchronisation points of a pipeline is one transaction (PostgreSQL manual, 34.5 and 55.2.4): all of
a batch is written, or nothing.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

import psycopg
from django.db import connections
from psycopg import pq
from psycopg.rows import TupleRow

from eventstore import lineage, pooling
from eventstore.prepared import encoded

TIMEOUT_S = 10.0
"""How long the database may keep a batch waiting before its connection is given up."""

DJANGO_ONLY = frozenset({"context", "cursor_factory"})

GIVEN_UP = (
    TimeoutError,
    asyncio.CancelledError,
    OSError,
    psycopg.OperationalError,
    psycopg.errors.ReadOnlySqlTransaction,
)
"""After these a connection is closed; the last comes of a primary that was demoted."""

Statement = tuple[bytes, Sequence[object]]
"""The text with $1, $2, …, and the parameters."""
Answers = list[bytes]
"""The first column of every row that a batch has answered, as text."""

SETTINGS = b"""SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
SET plan_cache_mode = force_generic_plan"""
"""A batch names its rows by their keys: one plan is right, however large the tables have become."""


def parameters() -> dict[str, Any]:
    """Return how Django connects to its database, as psycopg's own connections take it.

    Past a pooler that gives sessions away, if there is one: what is set here must stay.
    """
    given = connections[pooling.batch_alias()].get_connection_params()
    return {name: value for name, value in given.items() if name not in DJANGO_ONLY}


class Pipeline:
    """One connection that belongs to an asyncio loop; connects when it is first needed."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._parameters = parameters
        self._connection: psycopg.AsyncConnection[TupleRow] | None = None
        self._names: dict[bytes, bytes] = {}
        """The statements that the connection has prepared, with their names."""

    def begin(self, batch: Sequence[Statement]) -> Coroutine[object, None, Answers]:
        """Send a batch at once, where the connection stands, and return what awaits its answers.

        Raises psycopg's errors.
        Nothing of the batch has been written then; unless the connection was lost, which may have
        happened before the commit or after it.
        """
        fresh, failure = None, None
        if self._connection is not None:
            try:
                fresh = self._send(self._connection.pgconn, batch)
            except psycopg.OperationalError as error:
                failure = error
        return self._outcome(batch, fresh, failure)

    async def _outcome(
        self, batch: Sequence[Statement], fresh: int | None, failure: psycopg.Error | None
    ) -> Answers:
        pgconn = await self._open()
        try:
            if failure is not None:
                raise failure
            async with asyncio.timeout(TIMEOUT_S):
                if fresh is None:
                    fresh = self._send(pgconn, batch)
                while pgconn.flush():
                    await _ready(pgconn, to_write=True)
                if fresh:
                    await _results(pgconn, fresh)
                return _first_columns(await _results(pgconn, len(batch)))
        except GIVEN_UP as error:
            await self.close()
            if isinstance(error, TimeoutError | OSError):
                raise psycopg.OperationalError(str(error)) from error
            raise

    async def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        self._names.clear()
        if connection is not None:
            await connection.close()

    async def _open(self) -> pq.abc.PGconn:
        if self._connection is None:
            opened = await psycopg.AsyncConnection.connect(autocommit=True, **self._parameters)
            try:
                await lineage.look_async(opened)
                await opened.execute(SETTINGS)
            except BaseException:
                await opened.close()
                raise
            opened.pgconn.enter_pipeline_mode()
            self._connection = opened
        return self._connection.pgconn

    def _send(self, pgconn: pq.abc.PGconn, batch: Sequence[Statement]) -> int:
        """Send a batch, as far as it goes without waiting; return how many statements are new."""
        fresh = self._prepare(pgconn, batch)
        for statement, parameters in batch:
            pgconn.send_query_prepared(self._names[statement], *encoded(parameters))
        pgconn.pipeline_sync()
        pgconn.flush()
        return fresh

    def _prepare(self, pgconn: pq.abc.PGconn, batch: Sequence[Statement]) -> int:
        """Have the new statements of a batch prepared, and return how many they are.

        They are synchronised by themselves: a batch that fails must not take them along.
        """
        fresh = {statement for statement, _ in batch} - self._names.keys()
        for statement in fresh:
            name = self._names[statement] = b"batch_%d" % len(self._names)
            pgconn.send_prepare(name, statement)
        if fresh:
            pgconn.pipeline_sync()
        return len(fresh)


def _first_columns(results: Iterable[pq.abc.PGresult]) -> Answers:
    values = [each.get_value(row, 0) for each in results for row in range(each.ntuples)]
    return [value for value in values if value is not None]


async def _results(pgconn: pq.abc.PGconn, count: int) -> list[pq.abc.PGresult]:
    """Return the results up to a synchronisation point; raises the error of the first that failed.

    Each command gives its result and an end; the point gives one result of its own.
    """
    received = [await _result(pgconn) for _ in range(2 * count + 1)]
    results = [each for each in received[:-1:2] if each is not None]
    if pgconn.status != pq.ConnStatus.OK or len(results) < count:
        raise psycopg.OperationalError(pgconn.get_error_message())
    for each in results:
        if each.status == pq.ExecStatus.FATAL_ERROR:
            raise psycopg.errors.error_from_result(each)
    return results


async def _result(pgconn: pq.abc.PGconn) -> pq.abc.PGresult | None:
    while pgconn.is_busy():
        await _ready(pgconn)
        pgconn.consume_input()
    return pgconn.get_result()


async def _ready(pgconn: pq.abc.PGconn, *, to_write: bool = False) -> None:
    """Wait until the connection can be read, or written to."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not waiting.done():
            waiting.set_result(None)

    socket = pgconn.socket
    loop.add_reader(socket, wake)
    if to_write:
        loop.add_writer(socket, wake)
    try:
        await waiting
    finally:
        loop.remove_reader(socket)
        if to_write:
            loop.remove_writer(socket)
    if to_write:
        # The server may want to be read before it reads on.
        pgconn.consume_input()
