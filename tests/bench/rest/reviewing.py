"""What reviews cost the moves: as many a second while they are made, beside those without them.

They are made by the process of low priority, and by an ordinary worker for comparison.
"""

from functools import partial
from uuid import UUID

from tests.bench import clocks, reviewing
from tests.bench.clocks import Worker
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import moves
from tests.bench.rounds import ROUNDS, Subject, by_turns


def measure(
    context: Context,
    *,
    reviews: int = reviewing.REVIEWS,
    start: Worker = clocks.worker,
    ordinary: Worker = clocks.worker_of_all,
) -> Figures:
    """Return the rate of moves while reviews are being made, beside that without a worker.

    Raises where none of the reviews was left at the end, so that some moves had none beside them.
    """
    context.advance("playing what is to be reviewed")
    reviewing.ask(reviewing.played(reviews), reviews)
    ids: list[UUID] = []
    with moves.platform(context, ids, moves.web, ROUNDS * 3 * moves.SLICE) as own:

        def beside(workers: Worker, seconds: float) -> float:
            with workers():
                reviewing.await_work()
                return own.subject(seconds)

        subjects: dict[str, Subject] = {
            "own": partial(beside, start),
            "alone": own.subject,
            "ordinary": partial(beside, ordinary),
        }
        medians = by_turns(subjects, context.seconds, context.advance)
    if not reviewing.waiting():
        message = f"{reviews} reviews were too few: all were made before the last move"
        raise RuntimeError(message)
    moves.verify(ids[: moves.CHECKED_MAX])
    return {"rest_moves_reviewing": Figure.of("moves/s", medians, "own")}
