"""How even a seating is, by the nine criteria of the V:EKN, in their order; less is better.

    python -m tests.tournaments.seatings [--seeds N]

seats every field of the V:EKN's own seatings in three rounds, and prints what the criteria come to
over all fields, ours beside theirs, and in how many fields ours are better or worse.
"""

import json
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import pstdev

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.tournaments.stages import Played
from tournaments.formats.core import Sizes
from tournaments.formats.pods import Pods

FILE = Path(__file__).parent / "data" / "vekn_penalties.json"
"""What the V:EKN's own seatings for three rounds come to, by the number of players."""
FIVES = Sizes(4, 5, 5)
NEAR = 0.0005
"""Deviations that differ by less are level."""
Penalties = dict[str, float]


def played(entrants: int, rounds: int = 3, seed: int = 1) -> list[list[tuple[int, ...]]]:
    """Return the tables of each round as pods seat them."""
    tournament = Played(Pods(), entrants, FIVES, seed=seed, rounds=rounds).play_out()
    return [[table.seats for table in each.tables] for each in tournament.rounds]


def published() -> dict[int, Penalties]:
    found = json.loads(FILE.read_text())["penalties"]
    return {int(players): penalties for players, penalties in found.items()}


def relation(size: int, step: int) -> str:
    """Return how somebody sits who is so many seats further."""
    if step in {1, size - 1}:
        return "behind" if step == 1 else "before"
    if 2 * step == size:
        return "across"
    return "second behind" if 2 * step < size else "second before"


def penalties(rounds: Sequence[Sequence[Sequence[int]]]) -> Penalties:
    """Return how often each criterion is broken, and the two deviations."""
    related: dict[tuple[int, int], list[str]] = defaultdict(list)
    seats: dict[int, list[int]] = defaultdict(list)
    sizes: dict[int, list[int]] = defaultdict(list)
    for table in (table for each in rounds for table in each):
        for seat, one in enumerate(table):
            seats[one].append(seat)
            sizes[one].append(len(table))
            for step in range(1, len(table)):
                other = table[(seat + step) % len(table)]
                related[one, other].append(relation(len(table), step))
    found = {pair: how for pair, how in related.items() if len(how) > 1}
    once = {pair: how for pair, how in found.items() if pair[0] < pair[1]}
    near = {"behind", "before"}
    return {
        "behind_again": sum(how.count("behind") > 1 for how in found.values()),
        "three_times": sum(len(how) >= len(rounds) for how in once.values()),
        "uneven_tables": pstdev(sum(each) / len(each) for each in sizes.values()),
        "met_again": len(once),
        "fifth_seat_again": sum(each.count(4) > 1 for each in seats.values()),
        "same_relation_again": sum(how.count("across") > 1 for how in once.values())
        + sum(how.count("second behind") > 1 for how in found.values()),
        "same_seat_again": sum(len({*each}) < len(each) for each in seats.values()),
        "start": pstdev(
            sum(min(seat + 1, 4) for seat in each) / len(each) for each in seats.values()
        ),
        "same_side_again": sum(
            any((one in near) == (other in near) for one, other in combinations(how, 2))
            for how in once.values()
        ),
    }


def main(arguments: Sequence[str]) -> None:
    """Print a row for each criterion and seed."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    seeds = range(1, parser.parse_args(arguments).seeds + 1)
    theirs = published()
    table = Table("criterion", "V:EKN", *(f"seed {each}" for each in seeds), "better", "worse")
    ours = {
        (seed, entrants): penalties(played(entrants, seed=seed))
        for seed in seeds
        for entrants in track(theirs, f"seed {seed}")
    }
    for name in theirs[8]:
        gaps = [found[name] - theirs[entrants][name] for (_, entrants), found in ours.items()]
        table.add_row(
            name,
            f"{sum(each[name] for each in theirs.values()):.2f}",
            *(f"{sum(ours[seed, each][name] for each in theirs):.2f}" for seed in seeds),
            f"{sum(each < -NEAR for each in gaps)}",
            f"{sum(each > NEAR for each in gaps)}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
