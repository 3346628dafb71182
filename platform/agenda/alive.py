"""Tell whoever watches over a worker that its sweeper goes on: `python -m agenda.alive`.

Each lane of a sweeper renews the time of a file of its own in ALIVE_FOLDER, whether its step
succeeded or not: a worker whose database is away lives, and starting it anew would help nobody.
"""

import os
import sys
import time
from pathlib import Path

FOLDER = "ALIVE_FOLDER"
"""The variable that names the folder; unset, nothing is written."""
LANES = ("agenda-inline", "agenda-leased")
STALE_S = 120.0
"""A lane that was not heard of for so long is stuck; a database that is frozen for longer makes it
look so."""


def renew(lane: str) -> None:
    """Note that a lane of this process has come round."""
    folder = os.environ.get(FOLDER)
    if folder:
        file = Path(folder, lane)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def stuck(folder: Path, *, now: float) -> list[str]:
    """Return the lanes that have not come round lately; now is in seconds since 1970."""
    return [lane for lane in LANES if now - _renewed_at(folder / lane) > STALE_S]


def _renewed_at(file: Path) -> float:
    return file.stat().st_mtime if file.exists() else 0.0


def main() -> int:
    """Return 0 when the sweeper of this container goes on, 1 and a sentence when it does not."""
    folder = os.environ.get(FOLDER)
    if not folder:
        sys.stdout.write(f"{FOLDER} must name the folder that the worker writes to.\n")
        return 1
    lanes = stuck(Path(folder), now=time.time())
    for lane in lanes:
        sys.stdout.write(f"{lane} was not heard of for {STALE_S:.0f} s.\n")
    return 1 if lanes else 0


if __name__ == "__main__":
    sys.exit(main())
