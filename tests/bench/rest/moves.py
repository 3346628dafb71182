"""Accepted moves per second over HTTP, and how long a move takes to be answered."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from math import ceil
from pathlib import Path
from statistics import median, quantiles
from uuid import UUID

from django.conf import settings

from cutpurse.embedded.addresses import var_folder
from cutpurse.up.child import Child
from cutpurse.up.children import children
from eventstore import verification
from games import registry
from matches.events import KIND
from tests.bench import disk
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.randomness import seats_of
from tests.bench.rest import control, pgbench, plays, tables
from tests.bench.rest.load import Generator, Outcome, generator
from tests.bench.rest.served import served
from tests.bench.rounds import ROUNDS, by_turns

GAME = "stick-em"
LANES = 32
"""Moves in flight: each lane plays its matches side by side, one move at a time."""
MATCHES_PER_LANE = 4
"""At the least; a faster server is given more, so that none comes to its end."""
SPARE = 1.5
"""How many more moves are prepared than the warm-up makes us expect."""
LIMITS = "play=1000/second burst 2000 lease 50"
"""A lane's four players make the moves of many."""
WARM_UP = 1.0
"""Seconds."""
SLICE = 3.0
"""A server's slice is this many times as long as one in memory."""
CHECKED_MAX = 64
"""Matches that are verified after the measurement."""


class Served:
    """A server under load; its outcomes are kept."""

    def __init__(self, load: Generator) -> None:
        self.load = load
        self.outcomes: list[Outcome] = []

    def subject(self, seconds: float) -> float:
        """Load the server for a slice and return its accepted moves per second."""
        outcome = self.load.run(seconds * SLICE)
        self.outcomes.append(outcome)
        return outcome.rate

    def latency_ms(self, percent: int) -> float:
        """Return the median over the slices of a percentile of the latencies."""
        return 1000 * median(
            quantiles(outcome.latencies, n=100)[percent - 1] for outcome in self.outcomes
        )


def measure(context: Context) -> Figures:
    """Return the rate and the latencies, beside pgbench's bare transaction and the control."""
    folder = var_folder()
    probes: list[float] = []
    ids: list[UUID] = []
    with ExitStack() as stack:
        own = stack.enter_context(platform(context, ids, web, ROUNDS * SLICE))
        other = stack.enter_context(_control(context, folder / "logs"))
        pgbench.prepare()

        def bare(seconds: float) -> float:
            probes.append(disk.probe(folder))
            return pgbench.run(seconds * SLICE)

        subjects = {"pgbench_move": bare, "own": own.subject, "orm_control": other.subject}
        medians = by_turns(subjects, context.seconds, context.advance)
    context.advance("verifying what was measured")
    verify(ids[:CHECKED_MAX])
    return {
        "rest_moves": Figure.of("moves/s", medians, "own"),
        "rest_moves_p50": _latency(50, own, other),
        "rest_moves_p99": _latency(99, own, other),
        "fsync": disk.figure(probes),
    }


def _latency(percent: int, own: Served, other: Served) -> Figure:
    latencies = {"own": own.latency_ms(percent), "orm_control": other.latency_ms(percent)}
    return Figure.of("ms", latencies, "own")


def web(host: str, port: int) -> Child:
    """Return the web server of `make up`; its limits let a few players move as fast as many."""
    web, *_ = children(var_folder(), host, port, prefix="bench-")
    return replace(web, environment={**web.environment, "LIMITS": LIMITS})


@contextmanager
def platform(
    context: Context, ids: list[UUID], process: Callable[[str, int], Child], slices: float
) -> Iterator[Served]:
    """Serve the platform by a process such as `web`, warmed up; the ids of its matches are added.

    There are enough of them for so many slices of the context's length.
    """
    people = [tables.people(seats_of(registry.current_rules(GAME))) for _ in range(LANES)]

    def steps(matches: int) -> list[list[plays.Step]]:
        made = [[tables.table(GAME, seated) for _ in range(matches)] for seated in people]
        tables.free_states()
        given = [plays.lane(lane, len(ids) + number) for number, lane in enumerate(made)]
        ids.extend(UUID(table.match_id) for lane in made for table in lane)
        return given

    with served(process) as address, generator(address, LANES) as load:
        context.advance("seating players at matches")
        load.give(steps(MATCHES_PER_LANE))
        context.advance("own (warming up)")
        outcome = load.run(WARM_UP)
        needed = SPARE * outcome.rate * slices * context.seconds / LANES
        per_match = (outcome.left + outcome.accepted / LANES) / MATCHES_PER_LANE
        if needed > outcome.left:
            load.give(steps(ceil((needed - outcome.left) / per_match)))
        yield Served(load)


@contextmanager
def _control(context: Context, logs: Path) -> Iterator[Served]:
    """Serve the control with matches of its own, warmed up."""
    environment = {**os.environ, "SECRET_KEY": settings.SECRET_KEY}
    made = control.prepare(environment, game=GAME, lanes=LANES, matches=MATCHES_PER_LANE)
    with control.serving(environment, logs) as address, generator(address, LANES) as load:
        load.give([plays.lane(lane, number) for number, lane in enumerate(made)])
        context.advance("orm_control (warming up)")
        load.run(WARM_UP)
        yield Served(load)


def verify(ids: list[UUID]) -> None:
    """Raise unless what was measured is in the store as matches that the audit accepts."""
    for match_id in ids:
        faults = verification.check(KIND, match_id)
        if faults:
            message = f"a measured match is wrong: {faults[0]}"
            raise AssertionError(message)
