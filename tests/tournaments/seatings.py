"""How even a seating is, by the nine criteria of the V:EKN, in their order; less is better."""

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import pstdev

FILE = Path(__file__).parent / "data" / "vekn_penalties.json"
"""What the V:EKN's own seatings for three rounds come to, by the number of players."""
Penalties = dict[str, float]


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
