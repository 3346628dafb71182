"""The command line: which benchmarks, for how long, and where the figures go."""

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.bench.catalogue import Benchmark, benchmarks
from tests.bench.context import Context
from tests.bench.figures import Figures, save
from tests.bench.report import table

OUTPUT = Path(__file__).resolve().parents[2] / "bench.json"
SECONDS = 0.8
WIDTH = 132
"""Of the table where there is no terminal."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print a table and write bench.json."""
    known = {benchmark.name: benchmark for benchmark in benchmarks()}
    asked = _parser(known).parse_args(arguments)
    chosen = [known[name] for name in asked.only] if asked.only else list(known.values())
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    begun = time.monotonic()
    figures, notes = run(chosen, asked.seconds, console)
    save(figures, asked.output)
    console.print(table(figures))
    for note in [_machine(), *notes]:
        console.print(note)
    console.print(f"{asked.output} written after {time.monotonic() - begun:.0f} s.")


def _machine() -> str:
    """Return what the figures were measured with, as far as it explains them."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Measured with {python} of {sys.base_prefix}, on {os.cpu_count()} processors."


def run(chosen: Iterable[Benchmark], seconds: float, console: Console) -> tuple[Figures, list[str]]:
    """Run benchmarks with a progress bar; return their figures and what to know of them."""
    ordered = sorted(chosen, key=lambda benchmark: benchmark.needs_servers)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    figures: Figures = {}
    with ExitStack() as stack, Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=len(ordered))
        begun = progress.get_time()
        context = Context(seconds, lambda _name: None)
        has_servers = False
        for benchmark in ordered:
            if benchmark.needs_servers and not has_servers:
                progress.update(task, description="starting PostgreSQL and Valkey")
                # Django's settings are read when this is imported.
                from tests.bench import platform_servers  # noqa: PLC0415

                stack.enter_context(platform_servers.running())
                has_servers = True

            def advance(name: str, benchmark: Benchmark = benchmark) -> None:
                progress.update(task, description=f"{benchmark.name}: {name}")

            context.advance = advance
            if not console.is_terminal:  # There the bar is drawn but once, at the end.
                console.print(f"{progress.get_time() - begun:4.0f} s  {benchmark.name}")
            figures |= benchmark.run(context)
            progress.advance(task)
        progress.update(task, description="done")
    return figures, context.notes


def _parser(known: Iterable[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--only", nargs="*", choices=sorted(known), metavar="NAME", help=", ".join(known)
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="how long each slice lasts (%(default)s)"
    )
    parser.add_argument("--output", type=Path, default=OUTPUT, help="where the figures go")
    return parser
