"""Viewers of a match over HTTP, who keep when each event came. Needs no Django: runs anywhere."""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from tests.bench.rest.plays import Step

PAUSE_S = 0.25
"""Between two moves: faster than any table plays, and slow enough for each to be a case."""
OPENING_AT_ONCE = 50
PATIENCE_S = 60.0

Address = tuple[str, int]


class Arrival(NamedTuple):
    """A part of a stream as it came from the socket."""

    at: float
    end: int
    """How many bytes of the stream had come with it."""


class Viewer(asyncio.Protocol):
    """A connection that keeps what comes, and looks at it only afterwards."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self.begun = asyncio.Event()
        self.arrivals: list[Arrival] = []
        self.content = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Keep what has come, and when."""
        self.content += data
        self.arrivals.append(Arrival(time.perf_counter(), len(self.content)))
        self.begun.set()

    def events(self) -> dict[int, float]:
        """Return when each event was there, by its version, in the order of arrival."""
        ends = [arrival.end for arrival in self.arrivals]
        found = {}
        place = self.content.find(b"\nid: ")
        while place >= 0:
            stop = self.content.find(b"\n\n", place)
            head = bytes(self.content[place + 5 : stop]).split(b"\nevent: ")
            kind = head[1].partition(b"\n")[0]
            if kind not in {b"snapshot", b"clock", b"end"} and stop >= 0:
                found[int(head[0])] = self.arrivals[bisect_left(ends, stop + 2)].at
            place = self.content.find(b"\nid: ", place + 1)
        return found


class Sent(NamedTuple):
    """A move that was sent: when, and to which version it led."""

    at: float
    version: int


async def opened(address: Address, request: bytes) -> Viewer:
    """Return a viewer whose stream has begun."""
    loop = asyncio.get_running_loop()
    _, viewer = await loop.create_connection(lambda: Viewer(request), *address)
    await asyncio.wait_for(viewer.begun.wait(), PATIENCE_S)
    return viewer


async def moved(address: Address, steps: Sequence[Step], pause: float = PAUSE_S) -> list[Sent]:
    """Make the moves, one after another."""
    sent = []
    answers, there = await asyncio.open_connection(*address)
    for step in steps:
        at = time.perf_counter()
        there.write(step.request)
        head = await answers.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
        body = await answers.readexactly(int(length))
        if step.proof not in body:
            message = f"a move was answered {body!r}"
            raise AssertionError(message)
        sent.append(Sent(at, int(step.proof.partition(b":")[2].rstrip(b","))))
        await asyncio.sleep(pause)
    there.close()
    return sent


async def all_have(watching: Sequence[Viewer], version: int) -> None:
    """Wait until the last event has come to everybody."""
    last = f"\nid: {version}\n".encode()
    give_up = time.monotonic() + PATIENCE_S
    while missing := sum(last not in viewer.content for viewer in watching):
        if time.monotonic() > give_up:
            message = f"{missing} of {len(watching)} viewers miss event {version}"
            raise AssertionError(message)
        await asyncio.sleep(0.1)


def delays_of(watching: Sequence[Viewer], sent: Sequence[Sent]) -> list[float]:
    """Return all delays in seconds; raise unless everybody got every event once, in order."""
    delays = []
    versions = [move.version for move in sent]
    for viewer in watching:
        events = viewer.events()
        expected = list(range(min(events), versions[-1] + 1))
        if list(events) != expected:
            message = f"a viewer got {list(events)} instead of {expected}"
            raise AssertionError(message)
        delays += [at - sent[bisect_left(versions, version)].at for version, at in events.items()]
    return delays
