"""Pods: drawn or prescribed tables without repeats, sizes, byes and the final."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.stages import Played
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.formats.planes import plane
from tournaments.formats.pods import Pods
from tournaments.formats.sizes import Split
from tournaments.record import Entrant

FOURS = Sizes(3, 4, 5)


def repeats(played: Played) -> int:
    return sum(times - 1 for times in played.stage().record.meetings.values())


def test_thirteen_play_at_one_table_of_four_and_three_of_three() -> None:
    assert FOURS.split(13) == Split((4, 3, 3, 3))


@pytest.mark.parametrize(
    ("entrants", "sizes", "uneven", "expected"),
    [
        (5, FOURS, "small", Split((5,))),
        (5, Sizes(3, 4, 4), "small", Split((4,), 1)),
        (6, Sizes(4, 5, 5), "small", Split((5,), 1)),
        (7, Sizes(4, 5, 5), "small", Split((5,), 2)),
        (9, FOURS, "large", Split((5, 4))),
        (9, FOURS, "byes", Split((4, 4), 1)),
        (3, Sizes(2, 2, 2), "small", Split((2,), 1)),
    ],
)
def test_a_field_that_does_not_divide_gets_small_or_large_tables_or_byes(
    entrants: int, sizes: Sizes, uneven: str, expected: Split
) -> None:
    assert sizes.split(entrants, uneven) == expected  # type: ignore[arg-type] # parametrized


def test_two_cannot_play_a_game_for_three() -> None:
    with pytest.raises(InfeasibleError, match="needs 3 to 6") as refusal:
        Sizes(3, 4, 6).split(2)

    assert refusal.value.possible == "have 3 entrants or more"


@given(
    least=st.integers(2, 4), more=st.integers(0, 3), far=st.integers(0, 3), n=st.integers(4, 200)
)
def test_sizes_differ_by_one_at_most(least: int, more: int, far: int, n: int) -> None:
    sizes = Sizes(least, least + more, least + more + far)
    if n < least:
        return

    split = sizes.split(n)

    assert sum(split.tables) + split.byes == n
    assert max(split.tables) - min(split.tables) <= 1
    assert sizes.least <= min(split.tables) <= max(split.tables) <= sizes.most
    assert split.byes < sizes.least or sizes.most < 2 * sizes.least - 1


@pytest.mark.parametrize(
    "entrants", [32, 64, *(pytest.param(each, marks=pytest.mark.long) for each in (40, 61, 62, 63))]
)
def test_six_rounds_of_tables_of_four_repeat_no_meeting(entrants: int) -> None:
    played = Played(Pods(), entrants, FOURS, rounds=6).play_out()

    assert repeats(played) == 0
    small = [
        sum(len(sat.table.seats) == 3 for sat in sats)
        for sats in played.stage().record.seatings.values()
    ]
    assert max(small) <= 1


@pytest.mark.parametrize(("size", "rounds"), [(2, 3), (3, 4), (4, 5), (5, 6)])
def test_a_prescribed_plan_lets_everybody_meet_everybody_once(size: int, rounds: int) -> None:
    sizes = Sizes(size, size, size)
    played = Played(Pods(), size * size, sizes, rounds=rounds, seating="prescribed").play_out()

    everybody = set(combinations(range(1, size * size + 1), 2))
    assert played.stage().record.meetings == dict.fromkeys(everybody, 1)


def test_there_is_no_plan_for_other_fields_and_the_search_takes_over() -> None:
    assert plane(15, 4, 1) is None
    assert plane(36, 6, 1) is None

    played = Played(Pods(), 15, Sizes(3, 3, 3), rounds=3, seating="prescribed").play_out()

    assert repeats(played) == 0


@pytest.mark.more
def test_everybody_leads_once_or_twice_in_six_rounds_of_four() -> None:
    record = Played(Pods(), 32, Sizes(4, 4, 4), rounds=6).play_out().stage().record

    assert {record.times_led(entrant) for entrant in record.entrants} <= {1, 2}


@pytest.mark.more
def test_the_best_play_a_final_that_decides_the_first_places() -> None:
    played = Played(Pods(), 12, FOURS, rounds=3, final=4).play_out()

    prelims = Played(Pods(), 12, FOURS, rounds=3).play_out().stage().standings
    final = played.rounds[-1].tables
    assert [set(table.seats) for table in final] == [set(prelims[:4])]
    places = dict(zip(final[0].seats, final[0].places or (), strict=True))
    ranked = played.stage().standings
    assert set(ranked[:4]) == set(prelims[:4])
    assert [places[each] for each in ranked[:4]] == sorted(places.values())
    assert ranked[4:] == prelims[4:]


def test_a_final_must_have_a_size_that_the_game_can_seat() -> None:
    with pytest.raises(InfeasibleError) as refusal:
        Played(Pods(), 12, FOURS, final=6)

    assert refusal.value.possible == "choose a final of 3 to 5, or 0"


def test_who_is_to_be_kept_apart_meets_only_where_nothing_else_is_left() -> None:
    played = Played(Pods(), 8, Sizes(4, 4, 4))
    stage = played.stage()
    kept = {(1, 2), (3, 4), (1, 4)}
    stage = type(stage)(**{**vars(stage), "apart": frozenset(kept)})

    tables = Pods().pair(stage).tables

    assert not any(first in table and second in table for table in tables for first, second in kept)


@pytest.mark.more
def test_a_pairing_tells_the_terms_of_its_cost_and_what_else_was_possible() -> None:
    played = Played(Pods(), 8, Sizes(4, 4, 4), rounds=4).play_out()

    last = played.pairings[-1]
    assert sum(reason.repeats for reason in last.reasons) > 0
    assert all(set(reason.terms) == {"repeats", "seats"} for reason in last.reasons)
    assert any("Meet again" in reason.text for reason in last.reasons)
    assert "repeats" in " ".join(last.notes)
    assert "next best order" in " ".join(last.alternatives)


def test_seats_of_a_first_round_do_not_follow_the_seeds() -> None:
    seat: dict[Entrant, list[int]] = {}
    for seed in range(30):
        drawn = Played(Pods(), 12, Sizes(4, 4, 4), seed=seed, rounds=3).pair()
        for table in drawn.tables:
            for number, each in enumerate(table):
                seat.setdefault(each, []).append(number)

    # Each has a mean of 1.5 with a standard error of 0.2; the first three had all the first seats.
    best = [each for entrant in (1, 2, 3) for each in seat[entrant]]
    assert 1 < sum(best) / len(best) < 2
