"""Points and tie-breaks of duels, equal to those of FIDE's own program on the same tournaments."""

from fractions import Fraction
from itertools import combinations

import networkx as nx
import pytest

from tests.tournaments import saved_duels
from tests.tournaments.saved_duels import DUELS, NAMES, Saved
from tests.tournaments.stages import Played
from tournaments import trf
from tournaments.formats.core import Stage
from tournaments.formats.pods import pair_costs
from tournaments.formats.swiss import FINE, Swiss, duels, gap_costs
from tournaments.record import UNITS, Entrant, Record
from tournaments.standings import standings
from tournaments.tiebreaks.registry import find
from tournaments.trf import Player, Report, TrfError

ANN, BOB = (f"{line:<91}" for line in ("001    1      ann", "001    2      bob"))
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


def test_what_is_written_as_trf_is_read_again() -> None:
    tournament = Played(Swiss(), 9, DUELS, seed=3, rounds=4).play_out()
    points = tournament.stage().record.points
    players = tuple(Player(each, f"Player {each}", 1500, points[each]) for each in range(1, 10))

    again = trf.read(trf.written(Report("Club night", players, tuple(tournament.rounds))))

    assert again.name == "Club night"
    assert [(each.name, each.rating) for each in again.players] == [
        (each.name, each.rating) for each in players
    ]
    for read, round_ in zip(again.rounds, tournament.rounds, strict=True):
        assert read.byes == round_.byes
        assert {(table.seats, table.places) for table in read.tables} == {
            (table.seats, table.places) for table in round_.tables
        }


def test_a_forfeit_is_a_duel_that_was_won_and_none_where_neither_came() -> None:
    names = {1: "ann", 2: "bob", 3: "cyd", 4: "dot"}
    cells = {1: "   2 b +", 2: "   1 w -", 3: "   4 b -", 4: "   3 w -"}
    text = "".join(f"{f'001    {n}      {names[n]}':<91}{cells[n]}\n" for n in names)

    (round_,) = trf.read(text).rounds

    assert [(each.seats, each.places) for each in round_.tables] == [((2, 1), (2, 1))]
    assert round_.byes == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no player"),
        ("001    x      ann", "line 1: columns 5 to 8"),
        (f"{'001    1      ann':<48}many", "rating"),
        ("001    1      ann\n001    1      bob\n", "there already"),
        (
            f"{'001    1      ann':<91}   2 w 1\n{'001    2      bob':<91}   3 b 0\n",
            "someone else",
        ),
        (f"{'001    1      ann':<91}   2 w ?\n{'001    2      bob':<91}   1 b =\n", "no duel"),
        (
            f"{'001    1      ann':<91}   2 w +\n{'001    2      bob':<91}   1 b =\n",
            "the same result",
        ),
        (f"{'001    1      ann':<91}   2 w 1\n{'001    2      bob':<91}   1 b =\n", "the same"),
        (f"{'001    1      ann':<91}   2 w +\n{'001    2      bob':<91}   1 b +\n", "the same"),
    ],
)
def test_a_file_that_is_no_trf_of_duels_is_refused(text: str, said: str) -> None:
    with pytest.raises(TrfError, match=said):
        trf.read(text)
