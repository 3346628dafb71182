"""Tables for the sixth round of a Swiss tournament, beside CP-SAT and a greedy pairing."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from games.chance import FairChance
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rounds import by_turns, repeated
from tests.tournaments.stages import Played
from tournaments.formats.core import Sizes
from tournaments.formats.pod_search import Numbers, search
from tournaments.formats.pods import pair_costs
from tournaments.formats.swiss import FINE, Swiss, gap_costs

FOURS = Sizes(3, 4, 4)
ROUNDS = 6
CP_SAT_S = 5.0
CP_SAT_MOST = 64
"""Beyond so many players it finds hardly more than what it is given to begin with."""
NO_PEER = "ortools is not installed: no anchor cp_sat for pods_64"


class Paired(NamedTuple):
    """What a pairing has come to."""

    cost: int
    seconds: float


@cache
def played(players: int, seed: int = 1) -> Played:
    """Return a tournament after all rounds but the last."""
    tournament = Played(Swiss(), players, FOURS, seed=seed, rounds=ROUNDS)
    for _ in range(ROUNDS - 1):
        tournament.play(tournament.pair())
    return tournament


def problem(tournament: Played) -> tuple[Numbers, tuple[int, ...]]:
    """Return the cost of every two at one table in the next round, best first, and the sizes."""
    stage = tournament.stage()
    ranked = stage.standings
    costs = FINE * pair_costs(stage, ranked) + gap_costs(stage, ranked)
    return costs, FOURS.split(len(ranked)).tables


def own(costs: Numbers, sizes: Sequence[int]) -> Paired:
    """Pair as the platform does."""
    began = perf_counter()
    found = search(costs, sizes, FairChance(bytes(32)))
    return Paired(found.cost, perf_counter() - began)


def cp_sat(costs: Numbers, sizes: Sequence[int], seconds: float = CP_SAT_S) -> Paired:
    """Have OR-Tools look for the least cost; the field cut into tables is where it begins.

    Raises TimeoutError when it has not come as far as any tables.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415 - An extra, not always there.

    model: Any = cp_model.CpModel()
    players, tables = range(len(costs)), range(len(sizes))
    at = {(p, t): model.new_bool_var("") for p in players for t in tables}
    first = np.repeat(np.arange(len(sizes)), sizes)
    for player in players:
        model.add_exactly_one(at[player, table] for table in tables)
        for table in tables:
            model.add_hint(at[player, table], bool(first[player] == table))
    for table in tables:
        model.add(sum(at[player, table] for player in players) == sizes[table])
    terms = []
    for one in players:
        for other in players:
            if one < other and costs[one, other]:
                together = model.new_bool_var("")
                for table in tables:
                    model.add(together >= at[one, table] + at[other, table] - 1)
                terms.append(int(costs[one, other]) * together)
    model.minimize(sum(terms))
    solver: Any = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    began = perf_counter()
    if solver.solve(model) not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        message = f"CP-SAT has found no tables in {seconds} s"
        raise TimeoutError(message)
    return Paired(round(solver.objective_value), perf_counter() - began)


def greedy(costs: Numbers, sizes: Sequence[int]) -> Paired:
    """Take the best who is left, and each time whoever costs least at that table.

    That is what tournament software mostly does.
    """
    began = perf_counter()
    left, total = list(range(len(costs))), 0
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            sums = costs[np.ix_(table, left)].sum(axis=0)
            best = int(sums.argmin())
            total += int(sums[best])
            table.append(left.pop(best))
    return Paired(total, perf_counter() - began)


def measure(players: int, context: Context) -> Figures:
    """Return the milliseconds of a round's tables, their cost, and the repeats of six rounds."""
    tournament = played(players)
    costs, sizes = problem(tournament)
    anchors: Mapping[str, Callable[..., Paired]] = {"own": own, "greedy": greedy}
    subjects = {name: repeated(_once(pair, costs, sizes)) for name, pair in anchors.items()}
    rates = by_turns(subjects, context.seconds, context.advance)
    times = {name: 1000 / rate for name, rate in rates.items()}
    reached = {name: float(pair(costs, sizes).cost) for name, pair in anchors.items()}
    if players <= CP_SAT_MOST and find_spec("ortools") is not None:
        context.advance("cp_sat")
        try:
            solved = cp_sat(costs, sizes, min(CP_SAT_S, 10 * context.seconds))
        except TimeoutError as error:
            context.note(str(error))
        else:
            times["cp_sat"], reached["cp_sat"] = 1000 * solved.seconds, float(solved.cost)
    elif players <= CP_SAT_MOST:
        context.note(NO_PEER)
    repeats = sum(reason.repeats for each in tournament.pairings for reason in each.reasons)
    last = sum(reason.repeats for reason in tournament.pair().reasons)
    return {
        f"pods_{players}": Figure.of("ms", times, "own"),
        f"pods_{players}_cost": Figure.of("cost", reached, "own"),
        f"pods_{players}_repeats": Figure(float(repeats + last), "repeats"),
    }


def _once(pair: Callable[..., Paired], costs: Numbers, sizes: Sequence[int]) -> Callable[[], int]:
    def work() -> int:
        pair(costs, sizes)
        return 1

    return work
