"""How soon a thousand viewers of one match know of a move: from its sending to each of them."""

import asyncio
import math
from dataclasses import replace
from itertools import islice
from statistics import quantiles

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
from tests.bench.watching import (
    OPENING_AT_ONCE,
    PAUSE_S,
    Address,
    Viewer,
    all_have,
    delays_of,
    moved,
    opened,
)

GAME = "stick-em"
VIEWERS = 1000
SECONDS = 12.5
"""A slice of a second is this many seconds here, since viewers must first arrive."""
LIMITS = "stream=10000/second burst 10000"
"""One address opens all streams."""


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
        watching += await asyncio.gather(*(opened(address, request) for _ in range(several)))
    sent = await moved(address, steps)
    await all_have(watching, sent[-1].version)
    for viewer in watching:
        viewer.transport.abort()
    return delays_of(watching, sent)
