"""Pods of three rounds beside the seatings that the V:EKN has published."""

import pytest

from tests.tournaments.seatings import Penalties, penalties, played, published


def test_criteria_are_counted_as_on_a_seating_by_hand() -> None:
    rounds = [
        [(1, 2, 3, 4), (5, 6, 7, 8)],
        [(2, 1, 4, 5), (3, 6, 8, 7)],
        [(1, 2, 6, 5), (4, 7, 8, 3)],
    ]

    found = penalties(rounds)

    assert found["behind_again"] == 3, "2 behind 1, 4 behind 3, and 8 behind 7"
    assert found["three_times"] == 2, "1 with 2, and 7 with 8"
    assert found["met_again"] == 12
    assert found["fifth_seat_again"] == 0
    assert found["uneven_tables"] == 0


@pytest.mark.long
def test_no_criterion_is_broken_more_often_than_in_the_seatings_of_the_vekn() -> None:
    theirs = published()
    sizes = [each for each in theirs if each <= 24 or each % 20 == 0]

    ours = {entrants: penalties(played(entrants)) for entrants in sizes}

    def total(found: dict[int, Penalties], name: str) -> float:
        return sum(found[entrants][name] for entrants in sizes)

    for name in theirs[8]:
        assert total(ours, name) <= total(theirs, name) + 0.002, name


@pytest.mark.parametrize("entrants", [30, 45])
def test_large_fields_have_no_repeat_of_any_kind(entrants: int) -> None:
    found = penalties(played(entrants))

    broken = {name: value for name, value in found.items() if value and name != "start"}
    assert broken == {}
    assert found["start"] == pytest.approx(0.2667, abs=0.02)


@pytest.mark.more
def test_the_same_seed_gives_the_same_seating() -> None:
    assert played(9) == played(9)
    assert played(9) != played(9, seed=2)
