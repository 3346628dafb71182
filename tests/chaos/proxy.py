"""A bad network: a TCP proxy that delays, cuts, swallows answers and sends requests twice.

It reads one HTTP request a connection, which its clients promise by `Connection: close`, and
chooses by its own generator what becomes of it. The platform and the clients are real; only what
lies between them is not.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Self

HEAD_END = b"\r\n\r\n"
DELAY_MAX_S = 0.15
SILENCE_S = 2.0
"""How long a connection hangs that will never be answered."""

FAULTS = {
    "none": 70,
    "delay": 10,
    "cut before": 3,
    "cut in the request": 4,
    "answer lost": 6,
    "answer cut": 3,
    "sent twice": 4,
    "silence": 1,
}
"""What may become of a request, and how often, in hundredths or so.

`answer lost` and `silence` come after the platform has answered: after its commit.
"""
CALM = {"none": 1}
LETTING_GO_S = 0.05


class Proxy:
    """Listens on a port of the loopback and passes each request to one of the targets, or not."""

    def __init__(self, targets: Sequence[int], seed: object) -> None:
        self._targets = list(targets)
        self._random = Random(f"proxy {seed}")
        self.faults = dict(CALM)
        """The weights in force; may be replaced at any time."""
        self.done: Counter[str] = Counter()
        self.port = 0
        self._tasks: set[asyncio.Task[None]] = set()
        """Held, since a loop holds its tasks weakly."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._listening = threading.Event()
        self._stopped = asyncio.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        self._listening.wait()
        return self

    def __exit__(self, *_error: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    @property
    def address(self) -> str:
        """Return the URL of the platform behind the bad network."""
        return f"http://127.0.0.1:{self.port}"

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        await self._stopped.wait()
        server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # What is closed lets its socket go in a later turn of the loop.
        await asyncio.sleep(LETTING_GO_S)

    def _accept(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connection(client, back))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connection(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                request = await _request(client)
                names, weights = zip(*self.faults.items(), strict=True)
                (fault,) = self._random.choices(names, weights)
                self.done[fault] += 1
                await self._carry(fault, request, back)
        finally:
            # Without a goodbye, as a cut has none.
            back.transport.abort() if back.transport.get_write_buffer_size() else back.close()

    async def _carry(self, fault: str, request: bytes, back: asyncio.StreamWriter) -> None:
        if fault == "cut before":
            return
        if fault == "delay":
            await asyncio.sleep(self._random.uniform(0, DELAY_MAX_S))
        first, second = self._random.sample(self._targets * 2, 2)
        if fault == "cut in the request":
            await _send(first, request[: self._random.randrange(len(request))])
        elif fault == "answer lost":
            await _swallow(first, request)
        elif fault == "silence":
            await _swallow(first, request)
            await asyncio.sleep(SILENCE_S)
        elif fault == "sent twice":
            await asyncio.gather(_swallow(second, request), _relay(first, request, back))
        else:
            limit = self._random.randrange(1, 400) if fault == "answer cut" else None
            await _relay(first, request, back, limit)


async def _request(client: asyncio.StreamReader) -> bytes:
    """Return a whole request: its head, and the body that the head announces."""
    head = await client.readuntil(HEAD_END)
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return head + await client.readexactly(int(value))
    return head


async def _send(target: int, part: bytes) -> None:
    """Send the beginning of a request and hang up."""
    _, there = await asyncio.open_connection("127.0.0.1", target)
    there.write(part)
    await there.drain()
    there.close()


async def _swallow(target: int, request: bytes) -> None:
    """Have a request answered, and tell nobody."""
    answer, there = await asyncio.open_connection("127.0.0.1", target)
    there.write(request)
    with suppress(OSError):
        await answer.read(1)
    there.close()


async def _relay(
    target: int, request: bytes, back: asyncio.StreamWriter, limit: int | None = None
) -> None:
    """Pass the answer on as it comes, up to a number of bytes; end when either side does."""
    answer, there = await asyncio.open_connection("127.0.0.1", target)
    try:
        there.write(request)
        while limit is None or limit > 0:
            part = await answer.read(4096 if limit is None else limit)
            if not part:
                return
            back.write(part)
            await back.drain()
            limit = None if limit is None else limit - len(part)
    finally:
        there.close()
