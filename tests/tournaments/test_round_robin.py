"""Round robin: every two meet equally often, and everybody comes to every seat."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.stages import Played
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.formats.round_robin import RoundRobin, fields, schedule
from tournaments.record import pairs

DESIGNS = [(players, size) for size in (3, 4, 5, 6) for players in fields(size)]


def sizes(size: int) -> Sizes:
    return Sizes(min(size, 2), size, size)


@pytest.mark.parametrize("players", range(2, 17))
def test_in_duels_everybody_meets_everybody_once_and_leads_as_often_as_others(players: int) -> None:
    played = Played(RoundRobin(), players, Sizes(2, 2, 2)).play_out()

    record = played.stage().record
    assert set(record.meetings) == set(combinations(played.seeds, 2))
    assert set(record.meetings.values()) == {1}
    leads = [record.times_led(each) for each in played.seeds]
    assert max(leads) - min(leads) <= 1
    assert len(played.rounds) == players - 1 + players % 2


@pytest.mark.parametrize(("players", "size"), DESIGNS)
def test_at_tables_every_two_meet_equally_often(players: int, size: int) -> None:
    rounds = schedule(players, size)

    assert rounds is not None
    meetings = Counter(pair for tables in rounds for table in tables for pair in pairs(table))
    assert set(meetings) == set(combinations(range(players), 2))
    assert len(set(meetings.values())) == 1
    for tables in rounds:
        placed = [each for table in tables for each in table]
        assert len(placed) == len(set(placed)) >= players - 1


def test_thirteen_at_four_sit_on_every_seat_three_times_with_one_bye_each() -> None:
    rounds = schedule(13, 4)

    assert rounds is not None
    seats = Counter(
        (each, seat) for tables in rounds for table in tables for seat, each in enumerate(table)
    )
    assert set(seats.values()) == {3}
    assert len(seats) == 13 * 4


def test_the_second_time_in_duels_the_other_one_leads() -> None:
    played = Played(RoundRobin(), 6, Sizes(2, 2, 2), times=2).play_out()

    duels = {table.seats for round_ in played.rounds for table in round_.tables}
    assert len(played.rounds) == 10
    assert duels == {(first, second) for first in range(1, 7) for second in range(1, 7)} - {
        (each, each) for each in range(1, 7)
    }


def test_who_leaves_is_missed_at_the_table_and_nobody_else_is_moved() -> None:
    played = Played(RoundRobin(), 8, Sizes(3, 4, 4))
    played.play(played.pair())
    whole = played.pair()
    played.gone.add(8)

    pairing = played.pair()

    assert [len(table) for table in pairing.tables].count(3) == 1
    without = [tuple(each for each in table if each != 8) for table in whole.tables]
    assert list(pairing.tables) == without


def test_a_field_without_a_schedule_is_told_which_have_one() -> None:
    with pytest.raises(InfeasibleError, match="no schedule is known for 11") as refusal:
        Played(RoundRobin(), 11, sizes(4))

    assert "12, 13, 16" in refusal.value.possible
