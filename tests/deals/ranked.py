"""Whether an event whose rounds share deals ranks its players better by comparing margins.

`python -m tests.deals.ranked second-story@2 --seats 3 --events 200` plays events of 24 players, of
24 strengths: by the judgement of the search's guide with noise from 0.02 to 1.6. Everybody sits
down anew each round, with people met before avoided as far as shuffling brings it, and all tables
of a round play one deal. The same matches are scored twice: by margins compared as in tournaments
(`tournaments.shared_deals`), and by margins that are compared with nobody. The error of a ranking
is the mean difference between a player's rank and the true one. It prints the errors, the mean of
their paired differences, and the bounds that it does not pass with 95 % on one side.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from deals import measured, scoring
from deals.scoring import Explained
from games import registry as games
from games import rewards
from games.core import AnyRules
from tests.deals.measured import scores

PLAYERS = 24
ROUNDS = 6
STRONGEST, WEAKEST = 0.02, 1.6
"""Noise of players, in the unit of the guide's judgement; the others lie between, by factors."""
SHUFFLES = 40
"""Of which the one is seated whose players have met least."""
ONE_SIDED = 1.645
"""Standard errors that a normal value passes with 5 % on one side."""

NOISE = [STRONGEST * (WEAKEST / STRONGEST) ** (player / (PLAYERS - 1)) for player in range(PLAYERS)]
"""By player, the strongest first: who is who is the true ranking."""


class Errors(NamedTuple):
    """Of the ranking of one event, in places a player."""

    compared: float
    alone: float


def seatings(seats: int, rng: random.Random) -> Iterator[list[list[int]]]:
    """Yield the tables of each round."""
    met: dict[tuple[int, int], int] = {}
    for _ in range(ROUNDS):
        tried = []
        for _ in range(SHUFFLES):
            order = rng.sample(range(PLAYERS), PLAYERS)
            tables = [order[at : at + seats] for at in range(0, PLAYERS, seats)]
            tried.append((sum(met.get(pair, 0) for pair in _pairs(tables)), tables))
        _, tables = min(tried)
        for pair in _pairs(tables):
            met[pair] = met.get(pair, 0) + 1
        yield tables


def _pairs(tables: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    for table in tables:
        yield from combinations(sorted(table), 2)


def ranking_error(points: Sequence[float]) -> float:
    """Return by how many places players are ranked wrong, in the mean; equals share a rank.

    >>> ranking_error([3.0, 1.0, 2.0])
    0.6666666666666666
    """
    ranks = [
        sum(other > each for other in points) + (sum(other == each for other in points) - 1) / 2
        for each in points
    ]
    return fmean(abs(rank - player) for player, rank in enumerate(ranks))


def event(rules: AnyRules, seats: int, known: Explained, number: int) -> Errors:
    """Play an event, and return how wrong each way of scoring ranks its players."""
    rng = random.Random(f"{rules.id} {seats} {number}")
    compared, alone = [0.0] * PLAYERS, [0.0] * PLAYERS
    for round_, tables in enumerate(seatings(seats, rng)):
        root = sha256(f"ranked/{rules.id}/{seats}/{number}/{round_}".encode()).digest()
        margins = []
        for table in tables:
            noise = {seat: NOISE[player] for seat, player in enumerate(table)}
            ended = scores(rules, seats, root, noise, rng.randrange(1 << 32))
            margins.append([rewards.margin(ended, seat) for seat in range(seats)])
        for at, table in enumerate(tables):
            for seat, player in enumerate(table):
                mine = margins[at][seat]
                others = [each[seat] for place, each in enumerate(margins) if place != at]
                compared[player] += scoring.compare_one(mine, others, known)
                alone[player] += scoring.compare_one(mine, [], known)
    return Errors(ranking_error(compared), ranking_error(alone))


def told(found: Sequence[Errors]) -> str:
    """Return what came of events, in words."""
    differences = [each.compared - each.alone for each in found]
    mean, error = fmean(differences), stdev(differences) / sqrt(len(differences))
    low, high = mean - ONE_SIDED * error, mean + ONE_SIDED * error
    verdict = "larger" if low > 0 else "smaller" if high < 0 else "not larger"
    return (
        f"error {fmean(each.compared for each in found):.3f} compared,"
        f" {fmean(each.alone for each in found):.3f} alone; difference {mean:+.4f} ± {error:.4f},"
        f" one-sided bounds {low:+.4f} and {high:+.4f}: {verdict}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play events of one game at one number of seats, and print a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", help="the id of rules such as second-story@2")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--events", type=int, default=200)
    asked = parser.parse_args(arguments)
    rules = games.rules(asked.rules)
    known = measured.explained_at_tables(rules.id, asked.seats)
    if known is None or PLAYERS % asked.seats:
        parser.error("nothing was measured of such tables, or 24 players do not fill them")
    begun = process_time()
    found = [event(rules, asked.seats, known, number) for number in range(asked.events)]
    seconds = (process_time() - begun) / asked.events
    sys.stdout.write(
        f"{rules.id} {asked.seats}p, {asked.events} events of {PLAYERS} players and {ROUNDS}"
        f" rounds: {told(found)}; {seconds:.2f} s an event\n"
    )


if __name__ == "__main__":
    main()
