"""What reviews cost the moves: as many a second while they are made, beside those without them.

They are made by the process of low priority, and by an ordinary worker for comparison. For the
moves without reviews that process is stopped for a second at a time: the other workers, which have
work of their own with the moves, run all the time.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from uuid import UUID

import psutil

from analyses.services import RUN_S
from tests.bench import clocks, reviewing
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import moves
from tests.bench.rounds import ROUNDS, rates_by_turns

TURNS = 10
"""In each round, each of a third of a slice."""


def measure(context: Context, *, reviews: int = 2 * reviewing.REVIEWS) -> Figures:
    """Return the rate of moves while reviews are being made, beside that without reviews.

    Raises where none of the reviews was left at the end, so that some moves had none beside them.
    """
    context.advance("playing what is to be reviewed")
    reviewing.ask(reviewing.played(reviews), reviews)
    ids: list[UUID] = []
    rates: dict[str, list[float]] = {"own": [], "alone": [], "ordinary": []}
    seconds = context.seconds / ROUNDS
    with moves.platform(context, ids, moves.web, len(rates) * TURNS * moves.SLICE) as own:

        def alone(seconds: float) -> float:
            with _stopped(analysing):
                return own.subject(seconds)

        for _ in range(ROUNDS):
            with clocks.workers() as (_sweeping, analysing):
                _await_work()
                subjects = {"own": own.subject, "alone": alone}
                for name, found in rates_by_turns(
                    subjects, seconds, context.advance, TURNS
                ).items():
                    rates[name] += found
            with clocks.worker_of_all():
                _await_work()
                context.advance("ordinary")
                rates["ordinary"] += [own.subject(seconds) for _ in range(TURNS)]
    if not reviewing.waiting():
        message = f"{reviews} reviews were too few: all were made before the last move"
        raise RuntimeError(message)
    moves.verify(ids[: moves.CHECKED_MAX])
    medians = {name: median(found) for name, found in rates.items()}
    return {"rest_moves_reviewing": Figure.of("moves/s", medians, "own")}


def _await_work() -> None:
    """Wait until reviews are being made and all workers have started."""
    reviewing.await_work()
    time.sleep(RUN_S)


@contextmanager
def _stopped(leader: psutil.Process) -> Iterator[None]:
    """Stop a process and those it has started for a while."""
    group = [leader, *leader.children(recursive=True)]
    for each in group:
        each.suspend()
    try:
        yield
    finally:
        for each in group:
            each.resume()
