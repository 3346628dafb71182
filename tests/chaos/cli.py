"""The command line: how long, with which seed; and the figures in the end."""

import argparse
import secrets
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import django
from django.core.management import call_command
from django.db import connections
from rich.console import Console

from cutpurse.embedded import servers
from cutpurse.embedded.addresses import var_folder
from tests.chaos.disk import SmallDisk, small_disk


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, and return 0 when nothing was wrong and every control failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--short", action="store_true", help="some seconds instead of minutes")
    parser.add_argument("--seed", type=int, help="what is tried, in which order (random)")
    asked = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"Seed {seed}: --seed {seed} breaks the same things in the same order.")
    began = time.monotonic()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)

    def tell(what: str) -> None:
        console.print(f"{time.monotonic() - began:5.0f} s  {what}")

    with platform() as disk:
        # Django's settings and models are read when these are imported.
        from tests.chaos import report, run  # noqa: PLC0415

        size = run.SHORT if asked.short else run.FULL
        outcome = run.Run(seed, size, disk).play(tell)
    for table in report.tables(outcome):
        console.print(table)
    for line in (*outcome.notes, *report.faults(outcome)):
        console.print(line)
    verdict = "Nothing was wrong" if outcome.is_well else "THINGS WERE WRONG"
    console.print(f"{verdict} after {time.monotonic() - began:.0f} s with seed {seed}.")
    return 0 if outcome.is_well else 1


def _leave(number: int, _frame: object) -> None:
    """Leave in order, with nothing left running."""
    sys.exit(128 + number)


@contextmanager
def platform() -> Iterator[SmallDisk | None]:
    """Keep servers running on a small disk where that can be made; delete all of it afterwards."""
    # Only the settings name the throw-away folder.
    django.setup()
    from tests.chaos.settings import THROW_AWAY  # noqa: PLC0415

    var = var_folder()
    if not var.name.startswith(THROW_AWAY):
        message = f"{var} is no throw-away folder: run this as `python -m tests.chaos`"
        raise RuntimeError(message)
    with small_disk(var) as disk:
        try:
            with servers.running(durable=True):
                call_command("migrate", database="owner", verbosity=0)
                yield disk
                connections.close_all()
        finally:
            servers.discard()
