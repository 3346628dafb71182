"""What the cards of a deal explain, as `deals.scoring` has it (docs/deals.md).

`python -m tests.deals.measured house stick-em --seats 4 --deals 125` plays each deal with eight
people, one after another on the same seat against the same greedy bots; `tables` seats such people
on every seat of eight tables. People play by the judgement of the search's guide with noise of six
sizes, drawn at random. It prints the share of the variance of margins, the levels of players and
seats taken out, that lies between deals (the intraclass correlation), and a margin's deviation.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import product
from math import sqrt
from statistics import fmean, pstdev
from time import process_time
from typing import NamedTuple

from bots.chance import RandomChance
from bots.greedy import Greedy
from games import registry as games
from games.core import AnyRules, Event
from games.fair_draws import OrderChance
from games.observation import Observation
from games.rewards import margin
from tests.bots.lucky import chance_of, noisy_move

NOISE = (0.02, 0.05, 0.1, 0.2, 0.4, 1.6)
"""Of people, in the unit of the guide's judgement: from good players to such as hardly look."""
TABLES = 8
"""That play each deal."""
GREEDY = Greedy()


class Measured(NamedTuple):
    """What came of one seat at one table of a deal."""

    group: tuple[int, int]
    """The deal and the seat."""
    noise: float
    margin: float


def scores(
    rules: AnyRules, seats: int, root: bytes, noise: Mapping[int, float], seed: int
) -> Sequence[int]:
    """Return the scores of one table of a deal; seats without noise are greedy bots."""
    state = rules.new_state(seats, rules.check_options(seats, {}), rules.datasets[0])
    chance, rng = OrderChance(root), random.Random(seed)

    def fold(found: Iterable[Event]) -> None:
        for event in found:
            rules.evolve(state, event)

    fold(rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        if seat in noise:
            imagined = rules.determinise(state, seat, chance_of(rng))
            move = noisy_move(rules, imagined, seat, noise[seat], rng)
        else:
            known = Observation(rules, state, seat, RandomChance(rng))
            move = rules.parse_move(state, seat, GREEDY.choose(known, rng))
        fold(rules.decide(state, seat, move, chance))
    return rules.current_scores(state)


def measure(rules: AnyRules, seats: int, deals: range, *, house: bool) -> list[Measured]:
    """Play deals, each at eight tables."""
    found = []
    for deal, table in product(deals, range(TABLES)):
        root = sha256(f"measured/{rules.id}/{seats}/{deal}".encode()).digest()
        rng = random.Random(f"{rules.id} {seats} {deal} {table}")
        people = [deal % seats] if house else range(seats)
        noise = {seat: rng.choice(NOISE) for seat in people}
        ended = scores(rules, seats, root, noise, rng.randrange(1 << 32))
        found += [Measured((deal, seat), noise[seat], margin(ended, seat)) for seat in people]
    return found


def explained(rows: Sequence[Measured]) -> float:
    """Return the intraclass correlation of margins, given deal and seat, levels taken out."""
    mean = fmean(row.margin for row in rows)
    level = {noise: fmean(row.margin for row in rows if row.noise == noise) for noise in NOISE}
    places = {row.group[1] for row in rows}
    seat = {
        each: fmean(row.margin for row in rows if row.group[1] == each) - mean for each in places
    }
    groups: dict[tuple[int, int], list[float]] = {}
    for row in rows:
        rest = row.margin - level[row.noise] - seat[row.group[1]]
        groups.setdefault(row.group, []).append(rest)
    within = fmean(
        sum((each - fmean(group)) ** 2 for each in group) / (len(group) - 1)
        for group in groups.values()
    )
    means = [fmean(group) for group in groups.values()]
    between = TABLES * pstdev(means) ** 2 * len(means) / (len(means) - 1)
    return (between - within) / (between + (TABLES - 1) * within)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure one game at one number of seats, and print a line of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("house", "tables"))
    parser.add_argument("rules", help="a game, or the id of rules such as stick-em@1")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--deals", type=int, default=125)
    asked = parser.parse_args(arguments)
    is_pinned = "@" in asked.rules
    rules = games.rules(asked.rules) if is_pinned else games.current_rules(asked.rules)
    begun = process_time()
    rows = measure(rules, asked.seats, range(asked.deals), house=asked.kind == "house")
    seconds = (process_time() - begun) / (asked.deals * TABLES)
    rho, count = explained(rows), asked.deals
    deviation = sqrt(fmean(row.margin**2 for row in rows) - fmean(row.margin for row in rows) ** 2)
    sys.stdout.write(
        f"{asked.kind} {rules.id} {asked.seats}p: {count} deals of {TABLES} tables,"
        f" rho {rho:.3f}, deviation {deviation:.2f}, {seconds:.4f} s a match\n"
    )


if __name__ == "__main__":
    main()
