"""The command line: what is tried, at which tables, and the figures in the end."""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

import django
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from games import registry
from tests.conformance import engines
from tests.games import contract
from tests.games.tables import Table, every_table

Outcome = tuple[str, Sequence[str]]
"""What was tried, in a sentence, and the faults that were found."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what is asked for, print the figures, and return 0 when no fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help="engines: the contract of the engines; worlds: what viewers are answered in worlds"
        " that they cannot tell apart; both without a word",
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="tables whose name holds TEXT")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.what) - set(PARTS):
        parser.error(f"there is no {' or '.join(sorted(unknown))}: say {' or '.join(PARTS)}")
    every = [table for rules in registry.all_rules() for table in every_table(rules)]
    chosen = [table for table in every if asked.only in str(table)]
    console = Console(soft_wrap=True, highlight=False)
    is_well = bool(chosen)
    for name in asked.what or PARTS:
        begun = time.monotonic()
        said, faults = PARTS[name](chosen, console)
        for fault in faults:
            console.print(fault, markup=False)
        seconds = time.monotonic() - begun
        console.print(f"{name}: {said}, {len(faults)} faults, {seconds:.0f} s.")
        is_well = is_well and not faults
    return 0 if is_well else 1


def try_engines(chosen: Sequence[Table], console: Console) -> Outcome:
    """Check the contract of the engines at each table."""
    faults = [fault for table in watched(chosen, console) for fault in engines.faults(table)]
    return f"{len(chosen)} tables, {len(contract.CHECKS)} checks at each", faults


def try_worlds(chosen: Sequence[Table], console: Console) -> Outcome:
    """Compare what viewers are answered in worlds that they cannot tell apart, at each table."""
    # Django's settings and models are read when these are imported.
    django.setup()
    from tests.conformance import worlds  # noqa: PLC0415
    from tests.matches.worlds import Figures  # noqa: PLC0415

    total, faults = Figures(), []
    with worlds.platform() as site:
        for table in watched(chosen, console):
            figures = worlds.looked_at(table, site)
            total += figures
            if not console.is_terminal:
                console.print(f"{table}: {figures.pairs} pairs, {figures.answers} answers")
            faults += [
                f"{table}: {one[:200]!r} {other[:200]!r}" for one, other in figures.differing
            ]
        leak = worlds.planted_leak(chosen[0])
    if not leak.differing:
        faults.append("a leak that was planted has not been found")
    said = (
        f"{len(chosen)} tables, {total.pairs} pairs of worlds, {total.answers} answers with"
        f" {total.size} bytes compared, {len(total.differing)} of them different; a planted leak"
        f" showed in {len(leak.differing)} of {leak.answers}"
    )
    return said, faults


def first_difference(one: bytes, other: bytes) -> str:
    """Return where two answers part, with what stands around."""
    pairs = enumerate(zip_longest(one, other))
    at = next((at for at, (mine, theirs) in pairs if mine != theirs), len(one))
    around = slice(max(0, at - 80), at + 40)
    return f"at byte {at}: {one[around]!r} and {other[around]!r}"


def watched(chosen: Sequence[Table], console: Console) -> Iterator[Table]:
    """Yield the tables while a bar shows how far it is."""
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=len(chosen))
        for table in chosen:
            progress.update(task, description=str(table))
            yield table
            progress.advance(task)


PARTS: dict[str, Callable[[Sequence[Table], Console], Outcome]] = {
    "engines": try_engines,
    "worlds": try_worlds,
}
