"""What the group commit brings: moves a second with it and without, by turns in one run."""

from contextlib import ExitStack
from dataclasses import replace
from statistics import median
from uuid import UUID

from cutpurse.up.child import Child
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import moves
from tests.bench.rounds import rates_by_turns

TURNS = 8
"""Short ones: a machine that is slow for some seconds is then slow for all alike."""
SLICE = 1.5
"""A slice is this many times as long as one in memory."""
WRITERS = 8
"""Connections that write single moves: PostgreSQL commits together what they bring at once."""


def measure(context: Context) -> Figures:
    """Return the rate with the group commit beside those without; the ratios' spread is noted."""
    ids: list[UUID] = []
    seconds = context.seconds * SLICE / moves.SLICE
    with ExitStack() as stack:
        served = {
            name: stack.enter_context(moves.platform(context, ids, process, TURNS * SLICE))
            for name, process in (("own", moves.web), ("alone", _alone), ("threads", _threads))
        }
        subjects = {name: each.subject for name, each in served.items()}
        rates = rates_by_turns(subjects, seconds, context.advance, TURNS)
    context.advance("verifying what was measured")
    moves.verify(ids[:: max(1, len(ids) // moves.CHECKED_MAX)])
    for name in ("alone", "threads"):
        ratios = sorted(own / other for own, other in zip(rates["own"], rates[name], strict=True))
        context.note(
            f"group_commit is {median(ratios):.2f} times {name}: from {ratios[0]:.2f} to"
            f" {ratios[-1]:.2f} in {TURNS} turns."
        )
    medians = {name: median(each) for name, each in rates.items()}
    return {"group_commit": Figure.of("moves/s", medians, "own")}


def _alone(host: str, port: int) -> Child:
    return _ungrouped(moves.web(host, port), "alone", MOVE_WRITERS=str(WRITERS))


def _threads(host: str, port: int) -> Child:
    return _ungrouped(moves.web(host, port), "threads")


def _ungrouped(child: Child, how: str, **environment: str) -> Child:
    """Return a web server that writes moves otherwise."""
    python, flag, _module, *options = child.command
    command = (python, flag, "tests.bench.rest.ungrouped", how, *options)
    return replace(child, command=command, environment={**child.environment, **environment})
