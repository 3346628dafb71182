"""Points and tie-breaks of duels, equal to those of FIDE's own program on the same tournaments."""

from fractions import Fraction
from itertools import combinations

import networkx as nx
import pytest

from tests.tournaments import saved_duels
from tests.tournaments.saved_duels import DUELS, NAMES, Saved
from tests.tournaments.stages import Played
from tournaments.formats.core import Stage
from tournaments.formats.pods import pair_costs
from tournaments.formats.swiss import FINE, Swiss, duels, gap_costs
from tournaments.record import UNITS, Entrant, Record
from tournaments.standings import standings
from tournaments.tiebreaks.registry import find

SAVED = saved_duels.load()
every_tournament = pytest.mark.parametrize("saved", SAVED, ids=range(len(SAVED)))


@every_tournament
def test_points_are_those_of_the_other_program(saved: Saved) -> None:
    ours = {each: Fraction(units, UNITS) for each, units in saved.record.points.items()}

    assert ours == {each: Fraction(value) for each, value in saved.values["points"].items()}


@every_tournament
@pytest.mark.parametrize("name", [name for name in NAMES if name != "points"])
def test_tie_breaks_are_those_of_the_other_program(saved: Saved, name: str) -> None:
    found = find(name).values(saved.record, saved.record.entrants)

    assert {each: value.value for each, value in found.items()} == {
        each: Fraction(value) for each, value in saved.values[name].items()
    }


def compared(saved: Saved) -> int:
    """Compare the ranks of those who are level and have all met; return of how many groups."""
    record = saved.record
    groups: dict[int, list[Entrant]] = {}
    for each in record.entrants:
        groups.setdefault(record.points[each], []).append(each)
    rank = {line.entrant: line.rank for line in standings(record, ("direct_encounter",))}
    count = 0
    for level in groups.values():
        if not all(record.times_met(*pair) for pair in combinations(level, 2)):
            continue
        best = min(rank[each] for each in level)
        theirs = {each: int(saved.values["direct_encounter"][each]) for each in level}
        ours = {each: rank[each] - best + 1 for each in level}
        if len(set(ours.values())) > 1 or any(theirs.values()):
            assert ours == theirs
            count += 1
    return count


def test_direct_encounters_rank_those_who_are_level_as_the_other_program_does() -> None:
    assert sum(compared(saved) for saved in SAVED) >= 5


def all_pairings(players: list[int]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    first, *rest = players
    return [
        [(first, other), *others]
        for other in rest
        for others in all_pairings([each for each in rest if each != other])
    ]


@pytest.mark.parametrize("seed", range(3))
def test_no_pairing_of_all_there_are_costs_less_than_that_of_a_swiss_round(seed: int) -> None:
    tournament = Played(Swiss(), 8, DUELS, seed=seed, rounds=5)
    for _ in range(4):
        stage = tournament.stage()
        pairing = tournament.pair()
        if tournament.rounds:
            costs = FINE * pair_costs(stage, stage.seeds) + gap_costs(stage, stage.seeds)
            own = sum(int(costs[a - 1, b - 1]) for a, b in pairing.tables)
            assert own == min(
                sum(int(costs[a, b]) for a, b in each) for each in all_pairings(list(range(8)))
            )
        tournament.play(pairing)


@pytest.mark.parametrize("saved", SAVED[:6], ids=lambda each: str(len(each.record.entrants)))
def test_a_swiss_round_costs_what_another_exact_program_finds(saved: Saved) -> None:
    everybody = saved.record.entrants
    for number in range(1, len(saved.record.rounds) + 1):
        record = Record(everybody, saved.record.rounds[:number])
        stage = Stage(everybody, everybody, record, everybody, DUELS, {})
        costs = FINE * pair_costs(stage, everybody) + gap_costs(stage, everybody)
        graph = nx.Graph()
        for first, second in combinations(range(len(everybody)), 2):
            graph.add_edge(first, second, weight=int(costs[first, second]))

        theirs = nx.min_weight_matching(graph)

        assert duels(costs).cost == sum(int(costs[pair]) for pair in theirs)
