"""As many rounds as players at a table, and everyone leads exactly once."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.stages import Played
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.formats.player_count_rounds import PlayerCountRounds, snake
from tournaments.formats.williams import williams

STICK_EM = Sizes(3, 4, 6)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_a_table_plays_as_many_rounds_as_players_and_everybody_has_every_seat_once(
    size: int,
) -> None:
    sizes = Sizes(size, size, size)
    played = Played(PlayerCountRounds(), size, sizes).play_out()

    assert len(played.rounds) == size
    for seat in range(size):
        assert len({round_.tables[0].seats[seat] for round_ in played.rounds}) == size


@pytest.mark.parametrize("size", [2, 4, 6])
def test_at_an_even_table_everybody_follows_everybody_else_once(size: int) -> None:
    follows = Counter(pair for row in williams(size) for pair in pairwise(row))

    assert len(follows) == size * (size - 1)
    assert set(follows.values()) == {1}


@settings(max_examples=30, deadline=None)
@given(entrants=st.integers(3, 60), seed=st.integers(0, 1000))
def test_everyone_leads_exactly_once_at_tables_of_different_sizes_too(
    entrants: int, seed: int
) -> None:
    played = Played(PlayerCountRounds(), entrants, STICK_EM, seed).play_out()

    record = played.stage().record
    assert {record.times_led(each) for each in record.entrants} == {1}
    assert len(played.rounds) == max(STICK_EM.split(entrants).tables)


@pytest.mark.parametrize(("size", "tables"), [(3, 5), (4, 4), (4, 7), (5, 5), (6, 8), (3, 1)])
def test_everyone_leads_exactly_once_when_tables_change(size: int, tables: int) -> None:
    sizes = Sizes(size, size, size)
    played = Played(PlayerCountRounds(), size * tables, sizes, tables="changing").play_out()

    record = played.stage().record
    assert len(played.rounds) == size
    assert {record.times_led(each) for each in record.entrants} == {1}
    seats = {(sat.seat, each) for each, sats in record.seatings.items() for sat in sats}
    assert len(seats) == size * size * tables, "everybody has every seat once"


def test_changing_tables_of_four_among_thirty_two_hardly_repeat_a_meeting() -> None:
    sizes = Sizes(4, 4, 4)
    played = Played(PlayerCountRounds(), 32, sizes, tables="changing").play_out()

    assert sum(times - 1 for times in played.stage().record.meetings.values()) <= 4


def test_changing_tables_must_be_full_and_the_refusal_says_what_fits() -> None:
    with pytest.raises(InfeasibleError, match="14 entrants") as refusal:
        Played(PlayerCountRounds(), 14, STICK_EM, tables="changing")

    assert refusal.value.possible.startswith("play with 12 or 16")


def test_a_table_goes_on_when_somebody_drops_and_the_others_still_lead_once() -> None:
    played = Played(PlayerCountRounds(), 8, STICK_EM)
    played.play(played.pair())
    played.gone.add(played.pairings[0].tables[0][1])

    played.play_out()

    record = played.stage().record
    assert {record.times_led(each) for each in played.active} == {1}


def test_a_table_that_is_too_small_to_play_joins_another() -> None:
    played = Played(PlayerCountRounds(), 6, Sizes(3, 3, 6))
    played.play(played.pair())
    played.gone.add(played.pairings[0].tables[0][0])

    pairing = played.pair()

    assert [len(table) for table in pairing.tables] == [5]
    assert pairing.byes == ()


def test_groups_are_dealt_to_and_fro() -> None:
    assert snake(range(1, 9), (4, 4)) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_the_winner_of_every_table_goes_on_before_any_second() -> None:
    played = Played(PlayerCountRounds(), 12, STICK_EM, qualify="by_table").play_out()
    ranking = played.stage().standings
    groups = [set(table.seats) for table in played.rounds[0].tables]

    order = played.format.qualifiers(played.stage(), ranking)

    best = {min(group, key=ranking.index) for group in groups}
    assert set(order[:3]) == best
    assert list(order[:3]) == sorted(best, key=ranking.index)
    assert sorted(order) == sorted(ranking)


def test_who_returns_to_a_table_that_is_full_again_does_not_make_it_too_large() -> None:
    played = Played(PlayerCountRounds(), 5, Sizes(3, 4, 5))
    played.play(played.pair())
    played.gone.add(1)
    played.seeds.append(6)
    played.play(played.pair())
    played.gone.clear()

    pairing = played.pair()

    assert [len(table) for table in pairing.tables] == [5]
    assert pairing.byes == (6,)
