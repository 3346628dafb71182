"""How late clocks fire: from the deadline of a seat until others can see what follows it."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from math import ceil
from statistics import quantiles
from uuid import UUID

from django.db import connection

from agenda.models import Heartbeat
from cutpurse.embedded.addresses import var_folder
from cutpurse.up.children import children
from eventstore import streams, verification
from matches.models import Match
from matches.state import KIND
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import tables

CLOCKS = 3000
GAME = "pickpocket"
WINDOW_S = 60.0
"""Over how long the deadlines are spread; more would run out in a moment than ever does."""
SPARE = 1.5
"""How much longer seating the players may take than the first of them did."""
LEAD_S = 5
POLL_S = 0.01
PATIENCE_S = 60.0
CHECKED_MAX = 64
"""Matches that are verified after the measurement."""

Workers = Callable[[], AbstractContextManager[None]]


@contextmanager
def worker() -> Iterator[None]:
    """Run the worker of `make up`, which sweeps."""
    _, child, *_ = children(var_folder(), "127.0.0.1", 0, prefix="bench-")
    child.start()
    try:
        yield
    finally:
        child.ask_to_stop()
        child.stop()


def measure(
    context: Context, *, clocks: int = CLOCKS, window_s: float = WINDOW_S, workers: Workers = worker
) -> Figures:
    """Return percentiles of the lateness; raises when a clock fires early, twice or never."""
    Heartbeat.objects.all().delete()
    with workers():
        context.advance("awaiting the worker")
        _await_a_heartbeat()
        deadlines = _running(context, clocks, window_s)
        context.advance("letting clocks run out")
        seen = _watch(deadlines)
    late_ms = [1000 * (seen[match_id] - due).total_seconds() for match_id, due in deadlines.items()]
    _check(deadlines)
    percentiles = quantiles(late_ms, n=100, method="inclusive")
    return {
        f"clock_lateness_p{percent}": Figure(round(percentiles[percent - 1], 1), "ms")
        for percent in (50, 99)
    }


def _await_a_heartbeat() -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not Heartbeat.objects.exists():
        if time.monotonic() > give_up:
            message = f"no worker swept within {PATIENCE_S:.0f} s"
            raise TimeoutError(message)
        time.sleep(POLL_S)


def _running(context: Context, clocks: int, window_s: float) -> dict[UUID, datetime]:
    """Return new matches with the moments at which their first clocks run out."""
    context.advance("seating players at matches with clocks")
    people = tables.people(2)
    begun = time.monotonic()
    tables.table(GAME, people)
    whole = (time.monotonic() - begun) * SPARE * clocks + LEAD_S
    ids = []
    for number in range(clocks):
        wanted = begun + whole + number / clocks * window_s
        left = max(1, ceil(wanted - time.monotonic()))
        ids.append(UUID(tables.table(GAME, people, clock={"per_move": left}).match_id))
    tables.free_states()
    found = Match.objects.filter(id__in=ids).values_list("id", "deadline")
    return {match_id: deadline for match_id, deadline in found if deadline is not None}


def _watch(deadlines: Mapping[UUID, datetime]) -> dict[UUID, datetime]:
    """Return when it was first seen of each match that its clock had fired."""
    waiting, seen = dict(deadlines), {}
    give_up = time.monotonic() + PATIENCE_S + _seconds_until(max(deadlines.values()))
    while waiting and time.monotonic() < give_up:
        fired = _moved(waiting)
        now = datetime.now(UTC)
        for match_id in fired:
            seen[match_id] = now
            del waiting[match_id]
        time.sleep(max(POLL_S, _seconds_until(min(waiting.values(), default=now))))
    if waiting:
        message = f"{len(waiting)} of {len(deadlines)} clocks never fired"
        raise AssertionError(message)
    return seen


def _moved(waiting: Mapping[UUID, datetime]) -> list[UUID]:
    """Return the matches that have another deadline than the one awaited."""
    due = [match_id for match_id, deadline in waiting.items() if _seconds_until(deadline) <= 0]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM matches_match JOIN unnest(%s::uuid[], %s::timestamptz[])"
            " AS awaited (id, deadline) USING (id)"
            " WHERE matches_match.deadline IS DISTINCT FROM awaited.deadline",
            [due, [waiting[match_id] for match_id in due]],
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
