"""How fast the disk says that data is safe: beside figures of commits, this must stand."""

import os
import time
from pathlib import Path
from statistics import median

from tests.bench.figures import Figure

sync = getattr(os, "fdatasync", os.fsync)
"""What makes data safe; some systems have the slower one only."""
BLOCK = bytes(8192)
"""A page of PostgreSQL's log."""
WRITES_MAX = 200
SECONDS_MAX = 0.5


def probe(folder: Path) -> float:
    """Return the median milliseconds of an fdatasync after one page was written."""
    file = folder / "probe"
    descriptor = os.open(file, os.O_CREAT | os.O_WRONLY, 0o600)
    times: list[float] = []
    end = time.perf_counter() + SECONDS_MAX
    try:
        while len(times) < WRITES_MAX and time.perf_counter() < end:
            os.pwrite(descriptor, BLOCK, 0)
            begun = time.perf_counter()
            sync(descriptor)
            times.append(time.perf_counter() - begun)
    finally:
        os.close(descriptor)
        file.unlink()
    return 1000 * median(times)


def figure(probes: list[float]) -> Figure:
    """Return the figure of several probes."""
    return Figure(round(median(probes), 3), "ms")
