"""Fields that fit no tables: everyone plays equally often, and sits out equally often."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.options import Value
from tests.samples import sampled
from tests.tournaments.seatings import penalties
from tests.tournaments.stages import SCHEME, Played
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.formats.pods import SIT_OUTS, Pods
from tournaments.formats.sit_outs import plan, rounds_needed

FIVES = Sizes(4, 5, 5)


def played(
    entrants: int, rounds: int, sizes: Sizes = FIVES, seed: int = 1, **more: Value
) -> Played:
    return Played(Pods(), entrants, sizes, seed=seed, rounds=rounds, uneven=SIT_OUTS, **more)


def games(tournament: Played) -> Counter[int]:
    return Counter(
        each for round_ in tournament.rounds for table in round_.tables for each in table.seats
    )


@pytest.mark.parametrize(
    ("entrants", "rounds", "seats"),
    sampled(
        [
            (6, 2, [[4], [4], [4]]),
            (6, 3, [[5], [5], [4], [4]]),
            (7, 2, [[5], [5], [4]]),
            (7, 3, [[5], [4], [4], [4], [4]]),
            (11, 2, [[5, 4], [4, 4], [5]]),
            (11, 3, [[5, 4], [4, 4], [4, 4], [4, 4]]),
        ],
        *(6, 7),
    ),
)
def test_six_seven_and_eleven_sit_out_as_the_vekn_has_it(
    entrants: int, rounds: int, seats: list[list[int]]
) -> None:
    """As many rounds, and as many at its tables, as the V:EKN's Archon (krcg) comes to."""
    tournament = played(entrants, rounds).play_out()

    tables = [[len(table.seats) for table in each.tables] for each in tournament.rounds]
    assert tables == seats
    assert set(games(tournament).values()) == {rounds}


@pytest.mark.parametrize("entrants", sampled([6, 7, 11], 6, 7))
def test_nobody_sits_behind_the_same_player_twice_nor_out_twice_in_a_row(entrants: int) -> None:
    tournament = played(entrants, 2).play_out()

    rounds = [[table.seats for table in each.tables] for each in tournament.rounds]
    assert penalties(rounds)["behind_again"] == 0
    byes = [set(each.byes) for each in tournament.rounds]
    assert all(not first & then for first, then in pairwise(byes))


def test_a_round_sat_out_counts_neither_for_nor_against() -> None:
    tournament = played(7, 2)
    tournament.play(tournament.pair())
    record = tournament.stage().record

    first = tournament.rounds[0]
    mean = SCHEME.points((1,) * 5, None)[0]
    assert {record.points[each] for each in first.byes} == {mean}
    tables = [record.points[each] for table in first.tables for each in table.seats]
    assert sum(tables) == mean * len(tables)


def test_the_final_follows_the_rounds_in_which_some_sat_out() -> None:
    tournament = played(7, 2, final=5).play_out()

    assert len(tournament.rounds) == 4
    final = tournament.rounds[-1].tables
    assert [len(table.seats) for table in final] == [5]
    assert final[0].key == "final"
    best = tournament.stage().standings[0]
    assert final[0].places is not None
    assert final[0].places[final[0].seats.index(best)] == 1


@pytest.mark.more
def test_a_field_that_fits_tables_plays_as_without() -> None:
    with_sit_outs = played(8, 3).play_out()
    without = Played(Pods(), 8, FIVES, seed=1, rounds=3).play_out()

    assert [each.tables for each in with_sit_outs.pairings] == [
        each.tables for each in without.pairings
    ]


@settings(max_examples=30, deadline=None)
@given(
    entrants=st.integers(4, 15),
    rounds=st.integers(1, 5),
    sizes=st.sampled_from([FIVES, Sizes(4, 4, 4), Sizes(3, 3, 3), Sizes(4, 4, 5), Sizes(5, 6, 6)]),
    seed=st.integers(0, 100),
)
def test_everyone_plays_equally_often_or_the_plan_is_refused(
    entrants: int, rounds: int, sizes: Sizes, seed: int
) -> None:
    needed = rounds_needed(entrants, rounds, sizes) if entrants >= sizes.least else None
    if needed is None:
        with pytest.raises(InfeasibleError):
            played(entrants, rounds, sizes, seed)
        return

    tournament = played(entrants, rounds, sizes, seed, seating="prescribed").play_out()

    assert len(tournament.rounds) == needed
    assert set(games(tournament).values()) == {rounds}
    sizes_seen = {len(table.seats) for each in tournament.rounds for table in each.tables}
    assert all(sizes.least <= size <= sizes.most for size in sizes_seen)


@pytest.mark.more
@settings(max_examples=20, deadline=None)
@given(data=st.data(), entrants=st.integers(6, 12), rounds=st.integers(2, 4))
def test_whoever_comes_or_leaves_the_stage_ends_and_all_who_stay_have_played_enough(
    data: st.DataObject, entrants: int, rounds: int
) -> None:
    if rounds_needed(entrants, rounds, FIVES) is None:
        return
    tournament = played(entrants, rounds, seating="prescribed")
    changes = data.draw(st.lists(st.sampled_from(["leave", "come", "none"]), max_size=4))
    while not tournament.format.is_over(tournament.stage()):
        change = changes.pop(0) if changes else "none"
        if change == "leave" and len(tournament.active) > 5:
            tournament.gone.add(data.draw(st.sampled_from(tournament.active)))
        elif change == "come":
            tournament.seeds.append(len(tournament.seeds) + 1)
        if tournament.format.is_over(tournament.stage()):
            break
        tournament.play(tournament.pair())
        assert len(tournament.rounds) <= 4 * rounds

    found = games(tournament)
    assert all(found[each] >= rounds for each in tournament.active if each <= entrants)


def test_a_plan_in_which_not_all_can_play_as_often_says_what_can() -> None:
    with pytest.raises(InfeasibleError, match="9 entrants cannot all play 3 rounds") as refusal:
        played(9, 3, Sizes(4, 4, 4))

    assert "4, 8, 12, 16, 20 rounds" in str(refusal.value.possible)


def test_a_plan_deals_what_each_is_owed_in_the_fewest_rounds() -> None:
    assert plan([2] * 6, FIVES, 4) == (4, 4, 4)
    assert plan([1, 1, 1, 1, 1, 0, 0], FIVES, 2) == (5,)
    assert plan([2, 2, 2, 2, 1, 1], FIVES, 4) == (5, 5)
    assert plan([3, 1, 1, 1], FIVES, 6) is None, "one would play alone"
