"""Ten thousand viewers of one match, over several streams processes.

    python -m tests.bench.viewers --viewers 10000 --processes 3

Moves go to a web process, as on a site; each streams process has its share of the viewers. It fails
unless everybody gets every event, in order. By hand, since it takes minutes: `make bench` has a
thousand viewers at one process.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import quantiles

import psutil
from rich.console import Console

from cutpurse.embedded.addresses import var_folder
from cutpurse.server import allow_files
from cutpurse.up.child import Child
from cutpurse.up.children import children
from tests.bench import watching
from tests.bench.rest.served import served
from tests.bench.watching import Address, Sent, Viewer

GAME = "stick-em"
CLIENTS = 2
"""Processes that watch."""
FILES_BESIDE = 200
LIMITS = "stream=100000/second burst 100000"
SETTLE_S = 3.0


def _streams(host: str, port: int, started: list[Child]) -> Child:
    """Return a streams process, which is kept for its figures."""
    web, *_ = children(var_folder(), host, port, prefix=f"bench-{port}-")
    changes = {"CUTPURSE_PROCESS": "streams", "LIMITS": LIMITS, "STREAMS_PER_ADDRESS": "100000"}
    started.append(replace(web, environment={**web.environment, **changes}))
    return started[-1]


async def _watched(pipe: Connection, addresses: Sequence[Address], match: str, count: int) -> None:
    """Open streams at the processes in turn, and answer the delays of what was sent meanwhile."""
    requests = (
        f"GET /api/v1/matches/{match}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Accept: text/event-stream\r\n\r\n"
    ).encode()
    viewers: list[Viewer] = []
    while len(viewers) < count:
        several = range(len(viewers), min(count, len(viewers) + watching.OPENING_AT_ONCE))
        viewers += await asyncio.gather(
            *(watching.opened(addresses[number % len(addresses)], requests) for number in several)
        )
    pipe.send(None)
    loop = asyncio.get_running_loop()
    sent: list[Sent] = await loop.run_in_executor(None, pipe.recv)
    await watching.all_have(viewers, sent[-1].version)
    pipe.send(watching.delays_of(viewers, sent))
    for viewer in viewers:
        viewer.transport.abort()


def _watch(pipe: Connection, addresses: Sequence[Address], match: str, count: int) -> None:
    allow_files(count + FILES_BESIDE)
    asyncio.run(_watched(pipe, addresses, match, count))


@contextmanager
def _clients(addresses: Sequence[Address], match: str, viewers: int) -> Iterator[list[Connection]]:
    spawn = get_context("spawn")
    pipes, running = [], []
    for number in range(CLIENTS):
        ours, theirs = spawn.Pipe()
        share = viewers // CLIENTS + (number < viewers % CLIENTS)
        given = (theirs, addresses, match, share)
        process = spawn.Process(target=_watch, args=given, daemon=True)
        process.start()
        theirs.close()
        pipes.append(ours)
        running.append(process)
    try:
        yield pipes
    finally:
        for process in running:
            process.kill()
            process.join()


class Usage:
    """What the streams processes have taken so far."""

    def __init__(self, started: Sequence[Child]) -> None:
        found = [psutil.Process(child.process.pid) for child in started if child.process]
        times = [each.cpu_times() for each in found]
        self.seconds = sum(each.user + each.system for each in times)
        self.memory = sum(each.memory_info().rss for each in found)


def measure(viewers: int, processes: int, moves: int, pause: float, console: Console) -> None:
    """Print how soon all viewers know of moves, and what a viewer takes."""
    from games import registry  # noqa: PLC0415 - These need Django set up.
    from tests.bench.randomness import seats_of  # noqa: PLC0415
    from tests.bench.rest import moves as rest  # noqa: PLC0415
    from tests.bench.rest import plays, tables  # noqa: PLC0415

    seated = tables.people(seats_of(registry.current_rules(GAME)))
    table = tables.table(GAME, seated)
    tables.free_states()
    steps = list(islice(plays.steps(table, 1), moves))
    started: list[Child] = []
    with ExitStack() as stack:
        web = stack.enter_context(served(rest.web))
        addresses = [
            stack.enter_context(served(lambda host, port: _streams(host, port, started)))
            for _ in range(processes)
        ]
        empty, began = Usage(started), time.monotonic()
        pipes = stack.enter_context(_clients(addresses, table.match_id, viewers))
        for pipe in pipes:
            pipe.recv()
        opened_in = time.monotonic() - began
        time.sleep(SETTLE_S)
        full = Usage(started)
        sent = asyncio.run(watching.moved(web, steps, pause))
        delays: list[float] = []
        for pipe in pipes:
            pipe.send(sent)
        for pipe in pipes:
            delays += pipe.recv()
        used = Usage(started)
    cuts = quantiles(delays, n=100)
    each = 1e6 * (used.seconds - full.seconds) / len(delays)
    console.print(
        f"{viewers} viewers at {processes} streams processes, {os.cpu_count()} processors:"
    )
    console.print(f"opened in {opened_in:.0f} s, {viewers / opened_in:.0f} a second")
    kilobytes = (full.memory - empty.memory) / viewers / 1024
    console.print(f"memory: {full.memory / 2**20:.0f} MiB, {kilobytes:.0f} KiB a viewer")
    console.print(f"{len(sent)} moves, {len(delays)} events were told, none is missing")
    console.print(
        f"from the move to the viewer: {cuts[49]:.2f} s (median), {cuts[98]:.2f} s (99 of 100)"
    )
    console.print(f"processor: {each:.0f} µs an event and viewer")


def main() -> None:
    """Measure on servers of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.viewers", description=__doc__)
    parser.add_argument("--viewers", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=3, help="that serve streams")
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two moves")
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    # Its settings name throw-away servers, and are read when this is imported.
    from tests.bench import platform_servers  # noqa: PLC0415

    console = Console(highlight=False, soft_wrap=True)
    with platform_servers.running():
        measure(asked.viewers, asked.processes, asked.moves, asked.pause, console)


if __name__ == "__main__":
    main()
