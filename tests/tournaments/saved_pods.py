"""Saved tournaments of 64 players after five rounds, and what CP-SAT found for the sixth.

`python -m tests.tournaments.saved_pods` makes the file anew; it needs ortools.
"""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tests.bench import pods
from tournaments.formats.pod_search import Numbers

FILE = Path(__file__).parent / "data" / "pods_64.json"
SEEDS = (1, 2, 3)
SECONDS = 20.0


class Saved(NamedTuple):
    """A round to be paired."""

    costs: Numbers
    sizes: tuple[int, ...]
    cp_sat: int
    """The cost of the tables that CP-SAT came to."""


def load() -> list[Saved]:
    """Return what is saved."""
    states = json.loads(FILE.read_text())["states"]
    return [_saved(state) for state in states]


def _saved(state: dict[str, Any]) -> Saved:
    costs = np.zeros((len(state["costs"]) + 1,) * 2, dtype=np.int64)
    for row, values in enumerate(state["costs"], start=1):
        costs[row, :row] = costs[:row, row] = values
    return Saved(costs, tuple(state["sizes"]), state["cp_sat"])


def save() -> None:
    """Play the tournaments, have CP-SAT pair them, and write the file."""
    states = []
    for seed in SEEDS:
        costs, sizes = pods.problem(pods.played(64, seed))
        lower = [costs[row, :row].tolist() for row in range(1, len(costs))]
        solved = pods.cp_sat(costs, sizes, SECONDS)
        states.append({"seed": seed, "sizes": sizes, "cp_sat": solved.cost, "costs": lower})
    source = {
        "source": f"OR-Tools {version('ortools')}, CP-SAT, {SECONDS:.0f} s and two threads a state",
        "command": "python -m tests.tournaments.saved_pods",
        "costs": "below the diagonal, row by row, as the Swiss format counts them",
    }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps({**source, "states": states}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    save()
