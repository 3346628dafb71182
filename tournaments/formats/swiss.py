"""Swiss: whoever has as many points meets, and nobody meets twice as long as that can be helped.

Duels are an exact matching of least cost. Sauer, Cseh and Lenzner (Journal of Quantitative Analysis
in Sports, 2024) found such matchings fairer than the rules of FIDE, and better at ranking; whoever
wants those has them (`dutch`). Tables are found by the search for swaps.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
import rustworkx as rx

from games.messages import Message
from tournaments.formats import dutch
from tournaments.formats.core import (
    Format,
    InfeasibleError,
    Option,
    Options,
    Pairing,
    Reason,
    Stage,
)
from tournaments.formats.notes import Note
from tournaments.formats.pod_search import Found, Numbers, search
from tournaments.formats.pods import (
    choose_byes,
    pair_costs,
    seated_pairing,
    small_costs,
)
from tournaments.formats.sizes import Sizes, Uneven
from tournaments.record import UNITS, Entrant, pairs

FINE = 100
"""Costs are counted in hundredths here, so that shares of a point weigh in whole numbers."""
GAP = UNITS * UNITS // FINE
"""The square of a difference of points, in units, is divided by this: one point costs FINE."""
BY_SIZE = 0
"""As many rounds as it takes to find one winner."""
ROUNDS_LEAST = 3
ROUNDS_MOST = 99
"""As many as a report of FIDE has room for in two figures; clubs play 51 over a year."""
DUELS = Sizes(2, 2, 2)
DUTCH = "fide_dutch"
DUTCH_MOST = 200
"""More entrants would wait for seconds; the cost of pairing grows with the cube of their number."""
NO_DUTCH = Note(
    "no_dutch",
    "The rules of FIDE Dutch leave no pairing of everybody; this round is of least cost.",
)


def gap_costs(stage: Stage, players: Sequence[Entrant]) -> Numbers:
    """Return the squared difference of points of every two, in hundredths of a point squared."""
    points = np.array([stage.record.points.get(each, 0) for each in players], dtype=np.int64)
    costs: Numbers = (points[:, None] - points[None, :]) ** 2 // GAP
    return costs


def duels(costs: Numbers) -> Found:
    """Return the pairs of least total cost; everybody must be in one, so their number is even."""
    size = len(costs)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    worst = int(costs.max(initial=0)) + 1
    graph.add_edges_from(
        [
            (first, second, worst - int(costs[first, second]))
            for first in range(size)
            for second in range(first + 1, size)
        ]
    )
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    tables = tuple(sorted((min(pair), max(pair)) for pair in matched))
    return Found(tables, sum(int(costs[pair]) for pair in tables), None, 0)


class Swiss(Format):
    """Tables of players with as many points as one another."""

    id = "swiss"
    title = "Swiss"
    about = "Each round pairs players with similar scores who have not met."
    options = (
        Option(
            name="rounds",
            title="Rounds; 0 for as many as needed to leave one player unbeaten.",
            choices=(BY_SIZE,),
            low=1,
            high=ROUNDS_MOST,
        ),
        Option(
            name="pairing",
            title="Tables of lowest cost or, for two players, the FIDE Dutch system, which "
            "starts from the seeding.",
            choices=("least_cost", DUTCH),
            labels=("lowest cost", "FIDE Dutch system"),
        ),
        Option(
            name="first_round",
            title="Drawn, or by seeding: the upper half meets the lower.",
            choices=("random", "seeded"),
            labels=("drawn", "by seeding"),
        ),
        Option(
            name="uneven",
            title="If the entrants do not divide evenly: smaller tables, larger tables or byes.",
            choices=("small", "large", "byes"),
            labels=("smaller tables", "larger tables", "byes"),
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for a table, and for duels where FIDE's rules are to pair."""
        if options["pairing"] == DUTCH and sizes != DUELS:
            message = Message("FIDE Dutch pairs duels, not larger tables")
            raise InfeasibleError(message, "choose tables of 2, or the pairing least_cost")
        if options["pairing"] == DUTCH and entrants > DUTCH_MOST:
            message = Message("%(count)s are too many for FIDE Dutch", count=entrants)
            possible = Message(
                "have up to %(count)s entrants, or choose the pairing least_cost", count=DUTCH_MOST
            )
            raise InfeasibleError(message, possible)
        sizes.split(entrants)

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the rounds asked for, or those after which one player can be unbeaten."""
        if asked := int(options["rounds"]):
            return asked
        rounds, left = 0, entrants
        while left > 1:
            rounds, left = rounds + 1, -(-left // sizes.target)
        return max(rounds, ROUNDS_LEAST)

    def rounds_of_all(self, options: Options) -> int | None:  # noqa: ARG002
        """Return None: everybody plays or has a bye in each."""
        return None

    def is_slow_to_pair(self, stage: Stage) -> bool:
        """Tell whether FIDE's rules pair, which takes a second or two where 200 play."""
        return stage.options["pairing"] == DUTCH

    def is_over(self, stage: Stage) -> bool:
        """Tell whether all rounds have been played, or nobody is left to be paired."""
        rounds = self.rounds(len(stage.seeds), stage.sizes, stage.options) or 0
        return stage.number > rounds or len(stage.active) < stage.sizes.least

    def pair(self, stage: Stage) -> Pairing:
        """Return the next round, by the rules that the organiser chose."""
        if stage.options["pairing"] != DUTCH:
            return self._cheapest(stage)
        rounds = self.rounds(len(stage.seeds), stage.sizes, stage.options) or 0
        found = dutch.pair(stage, rounds)
        if found is not None:
            return found
        cheapest = self._cheapest(stage)
        return cheapest._replace(notes=(NO_DUTCH, *cheapest.notes))

    def _cheapest(self, stage: Stage) -> Pairing:
        """Return the tables of least cost: repeats first, then differences of points."""
        uneven = cast("Uneven", stage.options["uneven"])
        split = stage.sizes.split(len(stage.active), uneven)
        byes = choose_byes(stage, stage.active, split.byes)
        away = set(byes)
        is_first = not stage.record.rounds
        ranked = stage.seeds if is_first else stage.standings
        playing = [each for each in ranked if each in set(stage.active) - away]
        if is_first:
            playing = self._first(stage, playing, len(split.tables))
        costs = FINE * pair_costs(stage, playing) + gap_costs(stage, playing)
        if set(split.tables) == {2}:
            found = duels(costs) if not is_first else _as_given(split.tables)
        else:
            small = FINE * small_costs(stage, playing, split.tables)
            found = search(costs, split.tables, stage.chance, small)
        tables = [[playing[each] for each in table] for table in found.tables]
        return _with_gaps(stage, seated_pairing(stage, tables, byes, _plain(found)))

    @staticmethod
    def _first(stage: Stage, playing: list[Entrant], tables: int) -> list[Entrant]:
        """Return the field in the order in which the first tables are cut from it."""
        if stage.options["first_round"] == "random":
            return stage.chance.shuffle("tables", playing)
        return [each for table in range(tables) for each in playing[table::tables]]


def _as_given(sizes: Sequence[int]) -> Found:
    ends = np.cumsum(sizes).tolist()
    starts = [0, *ends[:-1]]
    tables = tuple(tuple(range(*ends_)) for ends_ in zip(starts, ends, strict=True))
    return Found(tables, 0, None, 0)


def _plain(found: Found) -> Found:
    """Return what was found with its costs as reasons count them."""
    next_best = None if found.next_best is None else found.next_best // FINE
    return found._replace(cost=found.cost // FINE, next_best=next_best)


def _with_gaps(stage: Stage, pairing: Pairing) -> Pairing:
    """Add to each table's reason what its differences of points cost."""
    given = []
    for table, reason in zip(pairing.tables, pairing.reasons, strict=True):
        terms = {**reason.terms, "points_apart": points_apart(stage, table)}
        given.append(Reason(reason.repeats, terms, reason.notes))
    return pairing._replace(reasons=tuple(given))


def points_apart(stage: Stage, table: Sequence[Entrant]) -> int:
    """Return what the differences of points at a table cost."""
    points = stage.record.points
    squares = (
        (points.get(first, 0) - points.get(second, 0)) ** 2 for first, second in pairs(table)
    )
    return sum(squares) // (GAP * FINE)
