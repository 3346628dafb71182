"""What reviews cost the moves: as many a second while a worker reviews, beside those without it."""

import time
from uuid import UUID

from django.db.models import Sum

from analyses.models import Analysis
from tests.bench import clocks, reviewing
from tests.bench.clocks import Worker
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import moves
from tests.bench.rounds import ROUNDS, by_turns


def measure(
    context: Context, *, reviews: int = reviewing.REVIEWS, start: Worker = clocks.worker
) -> Figures:
    """Return the rate of moves while reviews are being made, beside that without a worker.

    Raises where none of the reviews was left at the end, so that some moves had none beside them.
    """
    context.advance("playing what is to be reviewed")
    reviewing.ask(reviewing.played(reviews), reviews)
    ids: list[UUID] = []
    with moves.platform(context, ids, moves.web, ROUNDS * 2 * moves.SLICE) as own:

        def beside(seconds: float) -> float:
            with start():
                _await_work()
                return own.subject(seconds)

        subjects = {"own": beside, "alone": own.subject}
        medians = by_turns(subjects, context.seconds, context.advance)
    if not reviewing.waiting():
        message = f"{reviews} reviews were too few: all were made before the last move"
        raise RuntimeError(message)
    moves.verify(ids[: moves.CHECKED_MAX])
    return {"rest_moves_reviewing": Figure.of("moves/s", medians, "own")}


def _await_work() -> None:
    """Wait until a part of a review has been made; raises TimeoutError."""
    before, give_up = _spent_ms(), time.monotonic() + reviewing.PATIENCE_S
    while _spent_ms() == before:
        if time.monotonic() > give_up:
            message = "nobody reviews"
            raise TimeoutError(message)
        time.sleep(reviewing.POLL_S)


def _spent_ms() -> int:
    return Analysis.objects.aggregate(spent=Sum("cpu_ms"))["spent"] or 0
