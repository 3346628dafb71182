"""Lives: who comes low loses one, until few enough are left for a final table."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.stages import Played
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.formats.lives import FINAL, IDLE_MOST, Lives, lives_left
from tournaments.record import Round, Table

FOURS = Sizes(3, 4, 5)


def played_round(played: Played, *tables: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    found = tuple(Table(seats, places, None, (0,) * len(seats)) for seats, places in tables)
    played.rounds.append(Round(len(played.rounds) + 1, found))


def test_the_lower_half_of_every_table_loses_a_life() -> None:
    played = Played(Lives(), 8, FOURS)
    played_round(played, ((1, 2, 3, 4), (1, 2, 3, 4)), ((5, 6, 7, 8), (4, 3, 2, 1)))

    assert lives_left(played.stage()) == {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2}


def test_who_is_level_across_the_cut_is_spared() -> None:
    played = Played(Lives(), 8, FOURS)
    played_round(played, ((1, 2, 3, 4), (1, 2, 2, 4)), ((5, 6, 7, 8), (1, 1, 1, 1)))

    assert [each for each, left in lives_left(played.stage()).items() if left == 1] == [4]


@pytest.mark.parametrize(("loses", "out"), [("last", [4]), ("all_but_first", [2, 3, 4])])
def test_an_organiser_says_who_loses_a_life(loses: str, out: list[int]) -> None:
    played = Played(Lives(), 4, FOURS, lives=1, loses=loses)
    played_round(played, ((1, 2, 3, 4), (1, 2, 3, 4)))

    assert [each for each, left in lives_left(played.stage()).items() if not left] == out
    assert set(played.format.participants(played.stage())) == {1, 2, 3, 4} - set(out)


def test_who_has_as_many_lives_meets() -> None:
    played = Played(Lives(), 8, FOURS)
    played_round(played, ((1, 2, 3, 4), (1, 2, 3, 4)), ((5, 6, 7, 8), (1, 2, 3, 4)))

    assert sorted(map(sorted, played.pair().tables)) == [[1, 2, 5, 6], [3, 4, 7, 8]]


def test_the_last_four_play_a_final_whose_places_decide() -> None:
    played = Played(Lives(), 24, FOURS, seed=3, final=4).play_out()

    final = played.rounds[-1].tables
    assert [table.key for table in final] == [FINAL]
    places = dict(zip(final[0].seats, final[0].places or (), strict=True))
    ranked = played.stage().standings[: len(places)]
    assert [places[each] for each in ranked] == sorted(places.values())


def test_who_comes_late_has_lost_a_life_for_every_round_but_keeps_the_last() -> None:
    played = Played(Lives(), 8, FOURS, lives=3)
    played_round(played, ((1, 2, 3, 4), (1, 2, 2, 4)), ((5, 6, 7, 8), (1, 2, 3, 4)))
    played.seeds.append(9)

    assert lives_left(played.stage())[9] == 2


@pytest.mark.more
@settings(max_examples=10, deadline=None)
@given(entrants=st.integers(3, 60), seed=st.integers(0, 2**32))
def test_the_field_shrinks_until_a_final_can_be_seated(entrants: int, seed: int) -> None:
    played = Played(Lives(), entrants, FOURS, seed, final=5).play_out()

    alive = [
        {each for table in round_.tables for each in table.seats} | set(round_.byes)
        for round_ in played.rounds
    ]
    assert all(later <= earlier for earlier, later in pairwise(alive))
    if played.rounds[-1].tables[0].key != FINAL:
        assert len(played.format.participants(played.stage())) < FOURS.least
    in_last_round = set(played.stage().standings[: len(alive[-1])])
    assert in_last_round == alive[-1]


def test_three_rounds_that_cost_nobody_a_life_end_it_and_points_decide() -> None:
    played = Played(Lives(), 8, FOURS)
    level = (1, 1, 1, 1)
    played_round(played, ((1, 2, 3, 4), (1, 2, 3, 4)), ((5, 6, 7, 8), level))
    for number in range(3):
        assert not played.format.is_over(played.stage()), number
        played_round(played, ((1, 2, 3, 4), level), ((5, 6, 7, 8), level))

    assert played.format.is_over(played.stage())
    assert set(played.stage().standings[-2:]) == {3, 4}


def test_an_organiser_says_after_how_many_rounds_the_standings_decide() -> None:
    played = Played(Lives(), 24, FOURS, seed=3, rounds=2).play_out()

    assert len(played.rounds) == 2


@settings(max_examples=10, deadline=None)
@given(entrants=st.integers(3, 16), seed=st.integers(0, 2**32), level=st.floats(0, 1))
def test_it_ends_however_many_tables_end_level(entrants: int, seed: int, level: float) -> None:
    played = Played(Lives(), entrants, FOURS, seed, lives=1)
    rounds_most = IDLE_MOST * (entrants + 1)

    while not played.format.is_over(played.stage()):
        pairing = played.pair()
        played.play(pairing)
        if played.rng.random() < level:
            all_level = tuple(
                table._replace(places=(1,) * len(table.seats)) for table in played.rounds[-1].tables
            )
            played.rounds[-1] = played.rounds[-1]._replace(tables=all_level)
        assert len(played.rounds) <= rounds_most


def test_a_final_that_no_table_seats_is_refused() -> None:
    with pytest.raises(InfeasibleError, match="cannot be seated") as refusal:
        Played(Lives(), 12, FOURS, final=6)

    assert refusal.value.possible == "choose 3 to 5, or 0"
