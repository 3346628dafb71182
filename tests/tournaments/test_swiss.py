"""Swiss: who stands alike meets, nobody twice, at duels and at tables."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.stages import Played
from tournaments.formats.core import Sizes
from tournaments.formats.swiss import Swiss, duels

DUELS = Sizes(2, 2, 2)
FOURS = Sizes(3, 4, 5)


def matchings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield every way to pair an even number of players."""
    if not players:
        yield []
        return
    first, *others = players
    for partner in others:
        for rest in matchings([each for each in others if each != partner]):
            yield [(first, partner), *rest]


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from([2, 4, 6, 8]))
def test_no_pairing_of_duels_costs_less_than_the_one_that_is_found(
    data: st.DataObject, size: int
) -> None:
    costs = np.zeros((size, size), dtype=np.int64)
    for row in range(size):
        for column in range(row):
            cost = data.draw(st.integers(0, 1000))
            costs[row, column] = costs[column, row] = cost

    found = duels(costs)

    assert sorted(each for pair in found.tables for each in pair) == list(range(size))
    assert found.cost == min(
        sum(int(costs[pair]) for pair in matching) for matching in matchings(range(size))
    )


def test_the_leaders_of_duels_meet_and_nobody_meets_twice() -> None:
    played = Played(Swiss(), 32, DUELS, seed=3).play_out()

    assert len(played.rounds) == 5
    assert set(played.stage().record.meetings.values()) == {1}


@pytest.mark.parametrize("seed", range(3))
def test_sixty_four_at_tables_of_four_meet_nobody_twice_in_six_rounds(seed: int) -> None:
    played = Played(Swiss(), 64, FOURS, seed, rounds=6).play_out()

    assert set(played.stage().record.meetings.values()) == {1}
    assert all(reason.repeats == 0 for pairing in played.pairings for reason in pairing.reasons)


def test_points_are_closer_at_one_table_than_among_strangers() -> None:
    played = Played(Swiss(), 32, FOURS, seed=5, rounds=3)
    for _ in range(2):
        played.play(played.pair())
    points = played.stage().record.points

    tables = played.pair().tables

    within = [
        max(points[each] for each in table) - min(points[each] for each in table)
        for table in tables
    ]
    assert sum(within) / len(within) < (max(points.values()) - min(points.values())) / 2


def test_the_upper_half_meets_the_lower_in_a_seeded_first_round() -> None:
    played = Played(Swiss(), 8, DUELS, first_round="seeded")

    assert sorted(sorted(table) for table in played.pair().tables) == [
        [1, 5],
        [2, 6],
        [3, 7],
        [4, 8],
    ]


def test_every_table_says_what_its_points_cost() -> None:
    played = Played(Swiss(), 16, FOURS, rounds=3)
    played.play(played.pair())

    pairing = played.pair()

    for reason in pairing.reasons:
        assert {"repeats", "seats", "points_apart"} <= set(reason.terms)
