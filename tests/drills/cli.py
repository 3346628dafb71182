"""The command line of the drills, and their figures."""

import argparse
import secrets
import signal
import sys
import time
from collections.abc import Sequence

from rich.console import Console

from tests.chaos.cli import platform

DRILLS = ("restart", "disk-full")
FAULTS_SHOWN = 5
NOT_HERE = 2
"""How the command ends where a drill cannot be held."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Hold a drill, print what it came to, and return 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument("drill", choices=DRILLS)
    parser.add_argument("--seed", type=int, help="who plays what (random)")
    asked = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    console = Console(soft_wrap=True, highlight=False)
    began = time.monotonic()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)

    def tell(what: str) -> None:
        console.print(f"{time.monotonic() - began:5.0f} s  {what}")

    with platform() as disk:
        # Django's settings and models are read when these are imported.
        from tests.drills import disk_full, restart  # noqa: PLC0415

        if asked.drill == "restart":
            outcome = restart.hold(seed, tell)
        elif disk is None:
            console.print("No small disk can be made here: that takes root, who may mount one.")
            return NOT_HERE
        else:
            outcome = disk_full.hold(seed, disk, tell)
    for line in outcome.lines:
        console.print(line)
    for name, faults in outcome.faults.items():
        for fault in faults[:FAULTS_SHOWN]:
            console.print(f"{name}: {fault}")
    verdict = "Nothing was wrong" if outcome.is_well else "THINGS WERE WRONG"
    console.print(f"{verdict} after {time.monotonic() - began:.0f} s with seed {seed}.")
    return 0 if outcome.is_well else 1


def _leave(number: int, _frame: object) -> None:
    """Leave in order, with nothing left running."""
    sys.exit(128 + number)
