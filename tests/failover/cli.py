"""The command line of the drill, and its figures."""

import argparse
import math
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import django
from django.core.management import call_command
from django.db import connections
from rich.console import Console
from rich.table import Table

from cutpurse.embedded import home, valkey
from cutpurse.embedded.addresses import var_folder

if TYPE_CHECKING:
    from tests.chaos.stage import Stage
    from tests.failover.nodes import Pair

FAULTS_SHOWN = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print a table, and return 0 when nothing was lost and the control has lost moves."""
    parser = argparse.ArgumentParser(prog="python -m tests.failover", description=__doc__)
    parser.add_argument("--short", action="store_true", help="each loss once, with few tables")
    parser.add_argument("--seed", type=int, help="who plays what (random)")
    asked = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    console = Console(soft_wrap=True, highlight=False)
    began = time.monotonic()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)

    def tell(what: str) -> None:
        console.print(f"{time.monotonic() - began:5.0f} s  {what}")

    with _platform(tell) as (pair, stage):
        # Django's settings and models are read when these are imported.
        from tests.failover import drill  # noqa: PLC0415

        size = drill.SHORT if asked.short else drill.FULL
        outcome = drill.Drill(pair, stage, size, seed).play(tell)
    table = Table("loss of the primary", "seconds without moves", "at most")
    for loss in outcome.losses:
        table.add_row(loss.name, f"{drill.gap(outcome.journal, loss):.1f}", _most(loss.gap_s_max))
    console.print(table)
    moves = [ask for ask in outcome.journal.asks if ask.what == "move"]
    console.print(
        f"Acknowledged {sum(ask.answer is not None for ask in moves)} moves, "
        f"lost {len(outcome.faults['lost'])}, doubled {len(outcome.faults['doubled'])}; "
        f"sent again {sum(max(0, ask.tries - 1) for ask in moves)}; "
        f"{len(outcome.journal.finished)} of {len(outcome.journal.matches)} matches ended."
    )
    console.print(f"Control: {outcome.moves_lost_in_control} acknowledged moves were lost.")
    for name, faults in {**outcome.faults, "control": outcome.control_faults}.items():
        for fault in faults[:FAULTS_SHOWN]:
            console.print(f"{name}: {fault}")
    verdict = "Nothing was wrong" if outcome.is_well else "THINGS WERE WRONG"
    console.print(f"{verdict} after {time.monotonic() - began:.0f} s with seed {seed}.")
    return 0 if outcome.is_well else 1


def _most(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds < math.inf else "any"


def _leave(number: int, _frame: object) -> None:
    """Leave in order, with nothing left running."""
    sys.exit(128 + number)


@contextmanager
def _platform(tell: "Callable[[str], None]") -> "Iterator[tuple[Pair, Stage]]":
    """Keep two nodes, Valkey and the platform running, and delete all of it afterwards."""
    # Only the settings name the throw-away folder.
    django.setup()
    from tests.chaos.stage import Stage  # noqa: PLC0415
    from tests.failover.nodes import Pair  # noqa: PLC0415
    from tests.failover.settings import NODES, THROW_AWAY  # noqa: PLC0415

    var = var_folder()
    if not var.name.startswith(THROW_AWAY):
        message = f"{var} is no throw-away folder: run this as `python -m tests.failover`"
        raise RuntimeError(message)
    place = home.make(var)
    with ExitStack() as stack:
        stack.callback(home.remove, var)
        pair = Pair(place, NODES)
        stack.callback(pair.stop)
        tell("starting a primary and a standby")
        pair.make()
        valkey.start(place)
        stack.callback(valkey.stop, place)
        call_command("migrate", database="owner", verbosity=0)
        pair.join()
        stage = Stage()
        stack.callback(stage.stop)
        tell("starting two web servers, a worker and a sweeper")
        stage.start()
        yield pair, stage
        connections.close_all()
