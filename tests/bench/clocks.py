"""How late clocks fire: from the deadline of a seat until others can see what follows it.

As many matches as clocks are opened first, and all but one seat taken. Then the last players sit
down, evenly spread over a window that is as long as a clock: so the deadlines lie as evenly in the
window after it, and all that time every clock runs, since a seat that has run out of time is
followed by the next one. A clock has a minute, or more on a machine that takes longer to seat so
many players.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import ceil
from operator import itemgetter
from statistics import quantiles
from uuid import UUID

import psutil
from django.db import connection
from django.test import override_settings

from agenda.heartbeat import Source
from agenda.models import Heartbeat
from agenda.registry import QUEUES
from cutpurse.embedded.addresses import var_folder
from cutpurse.up.child import Child
from cutpurse.up.children import children
from eventstore import streams, verification
from matches.events import KIND
from matches.models import Match
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import tables

CLOCKS = 3000
CLOCK_S = 60
GAME = "pickpocket"
SEATS = 2
TRIED = 20
"""Matches that are started to see how long one takes."""
SPARE = 1.5
"""How much longer than these the others may take."""
POLL_S = 0.01
PATIENCE_S = 60.0
CHECKED_MAX = 64
"""Matches that are verified after the measurement."""

Worker = Callable[[], AbstractContextManager[psutil.Process]]


@contextmanager
def workers() -> Iterator[list[psutil.Process]]:
    """Run the workers of `make up`: the first one's main process sweeps, the other analyses."""
    _, *children = _children()
    with _running(children) as processes:
        yield processes


@contextmanager
def worker() -> Iterator[psutil.Process]:
    """Run the same, and give the process that sweeps."""
    with workers() as (sweeping, *_):
        yield sweeping


@contextmanager
def worker_of_all() -> Iterator[psutil.Process]:
    """Run the first of them alone, taking analyses too: as others, and at no lower priority."""
    _, first, *_ = _children()
    with _running([taking_from_all(first)]) as processes:
        yield processes[0]


def taking_from_all(worker: Child) -> Child:
    """Return a worker that takes from all queues in place of its own."""
    place = worker.command.index("--queues") + 1
    command = (*worker.command[:place], ",".join(QUEUES), *worker.command[place + 1 :])
    return replace(worker, command=command)


def _children() -> Sequence[Child]:
    return children(var_folder(), "127.0.0.1", 0, prefix="bench-")


@contextmanager
def _running(workers: Sequence[Child]) -> Iterator[list[psutil.Process]]:
    with ExitStack() as stack:
        for each in workers:
            each.start()
            stack.callback(each.stop)
            stack.callback(each.ask_to_stop)
        yield [psutil.Process(each.process.pid) for each in workers if each.process is not None]


def measure(
    context: Context, *, clocks: int = CLOCKS, clock_s: int = CLOCK_S, start: Worker = worker
) -> Figures:
    """Return percentiles of the lateness, and what a clock costs the process that sweeps.

    Raises when a clock fires early, twice or never.
    """
    Heartbeat.objects.all().delete()
    context.advance("opening matches")
    people = tables.people(SEATS)
    # One person opens more matches than any who is not a benchmark may have waiting.
    with override_settings(OPEN_MATCHES_PER_ACCOUNT=TRIED + clocks):
        clock_s = max(clock_s, ceil(_start_s(people) * SPARE * clocks))
        clock = {"per_move": clock_s}
        opened = [tables.with_one_seat_left(GAME, people, clock) for _ in range(clocks)]
    with start() as sweeping:
        context.advance("awaiting the worker")
        _await_a_heartbeat()
        context.advance("starting the clocks")
        deadlines = _run(opened, people[-1], clock_s)
        context.advance("letting clocks run out")
        before_s = _processor_s(sweeping)
        watched = to_watch(deadlines, datetime.now(UTC), context.note)
        seen = _watch(watched)
        spent_s = _processor_s(sweeping) - before_s
    late_ms = [1000 * (seen[match_id] - due).total_seconds() for match_id, due in watched.items()]
    _check(deadlines)
    percentiles = quantiles(late_ms, n=100, method="inclusive")
    return {
        "clock_lateness_p50": Figure(round(percentiles[49], 1), "ms"),
        "clock_lateness_p99": Figure(round(percentiles[98], 1), "ms"),
        "clock_processor": Figure(round(1000 * spent_s / len(watched), 2), "ms"),
    }


def to_watch(
    deadlines: Mapping[UUID, datetime], now: datetime, note: Callable[[str], None]
) -> dict[UUID, datetime]:
    """Return the clocks that have yet to run out: of others nobody saw when they fired.

    Raises when they are less than half.
    """
    left = {match_id: due for match_id, due in deadlines.items() if due > now}
    missed = len(deadlines) - len(left)
    if missed > len(left):
        message = f"the machine is too busy: {missed} clocks ran out before the last was started"
        raise TimeoutError(message)
    if missed:
        note(f"{missed} of {len(deadlines)} clocks ran out before the last was started: left out.")
    return left


def _start_s(people: list[tables.Person]) -> float:
    """Return how many seconds it takes to start a match in which one seat is left."""
    opened = [tables.with_one_seat_left(GAME, people, None) for _ in range(TRIED)]
    begun = time.monotonic()
    for match_id in opened:
        tables.sit_down(match_id, people[-1], SEATS - 1)
    return (time.monotonic() - begun) / TRIED


def _processor_s(process: psutil.Process) -> float:
    """Return how long a process has worked."""
    spent = process.cpu_times()
    return float(spent.user + spent.system)


def _await_a_heartbeat() -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not Heartbeat.objects.filter(id=Source.SWEEPER).exists():
        if time.monotonic() > give_up:
            message = f"no worker swept within {PATIENCE_S:.0f} s"
            raise TimeoutError(message)
        time.sleep(POLL_S)


def _run(opened: Iterable[UUID], last: tables.Person, window_s: float) -> dict[UUID, datetime]:
    """Start the matches, spread over a time; return when their first clocks run out."""
    ids = list(opened)
    begun = time.monotonic()
    for number, match_id in enumerate(ids):
        time.sleep(max(0.0, begun + number / len(ids) * window_s - time.monotonic()))
        tables.sit_down(match_id, last, SEATS - 1)
    tables.free_states()
    # Not the deadline that stands there: on a busy machine the first clocks may have fired.
    started = Match.objects.filter(id__in=ids).values_list("id", "started_at")
    clock = timedelta(seconds=window_s)
    return {match_id: at + clock for match_id, at in started if at is not None}


def _watch(deadlines: Mapping[UUID, datetime]) -> dict[UUID, datetime]:
    """Return when it was first seen of each match that its clock had fired."""
    coming = deque(sorted(deadlines.items(), key=itemgetter(1)))
    waiting: dict[UUID, datetime] = {}
    seen = {}
    give_up = time.monotonic() + PATIENCE_S + _seconds_until(coming[-1][1])
    while (coming or waiting) and time.monotonic() < give_up:
        while coming and _seconds_until(coming[0][1]) <= 0:
            waiting.update([coming.popleft()])
        fired = _moved(waiting) if waiting else []
        now = datetime.now(UTC)
        for match_id in fired:
            seen[match_id] = now
            del waiting[match_id]
        time.sleep(POLL_S)
    if coming or waiting:
        message = f"{len(coming) + len(waiting)} of {len(deadlines)} clocks never fired"
        raise AssertionError(message)
    return seen


def _moved(waiting: Mapping[UUID, datetime]) -> list[UUID]:
    """Return the matches that have another deadline than the one awaited."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM matches_match JOIN unnest(%s::uuid[], %s::timestamptz[])"
            " AS awaited (id, deadline) USING (id)"
            " WHERE matches_match.deadline IS DISTINCT FROM awaited.deadline",
            [list(waiting), list(waiting.values())],
        )
        return [row[0] for row in cursor.fetchall()]


def _seconds_until(moment: datetime) -> float:
    return (moment - datetime.now(UTC)).total_seconds()


def _check(deadlines: Mapping[UUID, datetime]) -> None:
    """Raise unless each clock fired once and none early; verify some of the matches."""
    for match_id, due in deadlines.items():
        fired = [each.at for each in streams.load(KIND, match_id) if each.type == "seat_timed_out"]
        if not fired or fired[0] < due or len(set(fired)) != len(fired):
            message = f"the clock of {match_id} was due at {due} and fired at {fired}"
            raise AssertionError(message)
    for match_id in list(deadlines)[:CHECKED_MAX]:
        faults = verification.check(KIND, match_id)
        if faults:
            message = f"a measured match is wrong: {faults[0]}"
            raise AssertionError(message)
