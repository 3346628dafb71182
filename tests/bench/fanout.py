"""How soon a thousand viewers of one match know of a move: from its sending to each of them."""

import asyncio
import math
import time
from bisect import bisect_left
from dataclasses import replace
from itertools import islice
from statistics import quantiles
from typing import NamedTuple

from cutpurse.embedded.addresses import var_folder
from cutpurse.up.child import Child
from cutpurse.up.children import children
from games import registry
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.randomness import seats_of
from tests.bench.rest import plays, tables
from tests.bench.rest.plays import Step
from tests.bench.rest.served import served

GAME = "stick-em"
VIEWERS = 1000
PAUSE_S = 0.25
"""Between two moves: faster than any table plays, and slow enough for each to be a case."""
SECONDS = 12.5
"""A slice of a second is this many seconds here, since viewers must first arrive."""
OPENING_AT_ONCE = 50
PATIENCE_S = 60.0
LIMITS = "stream=10000/second burst 10000"
"""One address opens all streams."""

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


def measure(context: Context, viewers: int = VIEWERS) -> Figures:
    """Return the median and the 99th percentile of all delays; raise when any event is missing."""
    seated = tables.people(seats_of(registry.current_rules(GAME)))
    table = tables.table(GAME, seated)
    tables.free_states()
    moves = max(2, math.ceil(context.seconds * SECONDS / PAUSE_S))
    steps = list(islice(plays.steps(table, 1), moves))
    with served(_web) as address:
        context.advance(f"fan-out to {viewers} viewers")
        delays = asyncio.run(watched(address, table.match_id, steps, viewers))
    cuts = [1000 * cut for cut in quantiles(delays, n=100)]
    return {
        "fanout_p50": Figure(round(cuts[49], 1), "ms"),
        "fanout_p99": Figure(round(cuts[98], 1), "ms"),
    }


def _web(host: str, port: int) -> Child:
    """Return the web server of `make up`, which serves moves and streams alike."""
    web, *_ = children(var_folder(), host, port, prefix="bench-")
    return replace(web, environment={**web.environment, "LIMITS": LIMITS})


async def watched(address: Address, match: str, steps: list[Step], viewers: int) -> list[float]:
    """Have the viewers watch while the moves are made; return the delay of every event to each."""
    request = (
        f"GET /api/v1/matches/{match}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Accept: text/event-stream\r\n\r\n"
    ).encode()
    watching: list[Viewer] = []
    while len(watching) < viewers:
        several = min(OPENING_AT_ONCE, viewers - len(watching))
        watching += await asyncio.gather(*(_viewer(address, request) for _ in range(several)))
    sent = await _moved(address, steps)
    await _all_have(watching, sent[-1].version)
    for viewer in watching:
        viewer.transport.abort()
    return delays_of(watching, sent)


async def _viewer(address: Address, request: bytes) -> Viewer:
    loop = asyncio.get_running_loop()
    _, viewer = await loop.create_connection(lambda: Viewer(request), *address)
    await asyncio.wait_for(viewer.begun.wait(), PATIENCE_S)
    return viewer


async def _moved(address: Address, steps: list[Step]) -> list[Sent]:
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
        await asyncio.sleep(PAUSE_S)
    there.close()
    return sent


async def _all_have(watching: list[Viewer], version: int) -> None:
    """Wait until the last event has come to everybody."""
    last = f"\nid: {version}\n".encode()
    give_up = time.monotonic() + PATIENCE_S
    while missing := sum(last not in viewer.content for viewer in watching):
        if time.monotonic() > give_up:
            message = f"{missing} of {len(watching)} viewers miss event {version}"
            raise AssertionError(message)
        await asyncio.sleep(0.1)


def delays_of(watching: list[Viewer], sent: list[Sent]) -> list[float]:
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
