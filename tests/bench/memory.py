"""What `make up` takes of a machine's memory: `python -m tests.bench.memory`, while it runs.

Memory that processes share is counted once, by proportional shares (PSS, Linux alone).
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table

from cutpurse.embedded import home, processes
from cutpurse.embedded.addresses import var_folder
from cutpurse.up import record

MIB = 1 << 20
MARKS = (
    ("cutpurse.server", "web"),
    ("celery", "worker"),
    ("warden", "warden"),
    ("manage.py up", "up"),
    ("postgres", "PostgreSQL"),
    ("valkey", "Valkey"),
)
"""What stands in the command line of each kind of process; the first that fits."""


def found(var: Path) -> Iterator[psutil.Process]:
    """Yield the processes of the site whose files lie in a folder."""
    place = home.find(var)
    written = record.read(var)
    pids = [] if written is None else [written.supervisor.pid]
    for file in (place.postgres / "postmaster.pid", place.valkey / "valkey.pid"):
        pid = processes.pid_in(file)
        if pid is not None:
            pids.append(pid)
    for pid in pids:
        first = psutil.Process(pid)
        yield from (first, *first.children(recursive=True))


def kind(process: psutil.Process) -> str:
    """Return what a process is."""
    line = " ".join(process.cmdline())
    return next((name for mark, name in MARKS if mark in line), "other")


def measured(var: Path) -> dict[str, tuple[int, float]]:
    """Return for each kind how many processes there are, and what they take, in MiB."""
    seen: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for process in {each.pid: each for each in found(var)}.values():
        count, taken = seen[kind(process)]
        seen[kind(process)] = (count + 1, taken + process.memory_full_info().pss / MIB)
    return seen


def main() -> None:
    """Print what each kind of process takes, and all of them together."""
    seen = measured(var_folder())
    if not seen:
        sys.exit("Nothing runs here: start `make up` first.")
    table = Table("process", "how many", "MiB")
    for name, (count, taken) in seen.items():
        table.add_row(name, str(count), f"{taken:.0f}")
    total = sum(taken for _, taken in seen.values())
    table.add_row("all", str(sum(count for count, _ in seen.values())), f"{total:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
