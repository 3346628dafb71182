"""The heartbeat of a web process, by which outages of the web are known (`agenda.heartbeat`).

It stops when the event loop stands still or the database is out of reach: then nobody can move.
How many requests wait does not matter to it, so that nobody stops the clocks by sending many.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import structlog
from django.db import Error, connection

from agenda import heartbeat
from agenda.heartbeat import BEAT_S, Source

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Pulse:
    """Beats about once a second, on a thread and a database connection of its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Beat once, so that an outage is over before the first request; then go on beating."""
        await self._beat()
        self._beating = asyncio.create_task(self._go_on())

    def stop(self) -> None:
        """Beat no more; returns at once."""
        if self._beating is not None:
            self._beating.cancel()
            self._thread.submit(connection.close)
        self._thread.shutdown(wait=False)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            await self._beat()

    async def _beat(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, beat)


def beat() -> None:
    """Tell the database that a web process is there, unless it does not listen."""
    try:
        heartbeat.beat(Source.WEB)
    except Error as error:
        log.warning("web_heartbeat_failed", error=type(error).__name__)
        connection.close()
