"""Unplayed rounds, wins and direct encounters by FIDE's rules of 2026, for tables of any size."""

from fractions import Fraction

import pytest

from tests.tournaments import saved_reports
from tests.tournaments.test_standings import duel
from tournaments.record import Entrant, Record, Round, Table
from tournaments.standings import standings
from tournaments.tiebreaks import unplayed
from tournaments.tiebreaks.core import AddendKind
from tournaments.tiebreaks.registry import find

SAVED = saved_reports.load()
every_report = pytest.mark.parametrize("name", SAVED)


@every_report
@pytest.mark.parametrize("tiebreak", [each for each in saved_reports.COUNTED if each != "points"])
def test_with_byes_and_forfeits_tie_breaks_are_those_of_the_other_program(
    name: str, tiebreak: str
) -> None:
    record = saved_reports.record(name)

    found = find(tiebreak).values(record, record.entrants)

    assert {each: value.value for each, value in found.items()} == {
        each: Fraction(value) for each, value in SAVED[name][tiebreak].items()
    }


@every_report
def test_direct_encounters_of_any_group_rank_as_the_other_program_does(name: str) -> None:
    record = saved_reports.record(name)
    rank = {line.entrant: line.rank for line in standings(record, ("direct_encounter",))}
    groups: dict[int, list[Entrant]] = {}
    for each in record.entrants:
        groups.setdefault(record.points[each], []).append(each)

    for level in groups.values():
        ours = {each: rank[each] - min(rank[other] for other in level) + 1 for each in level}
        theirs = {each: int(SAVED[name]["direct_encounter"][each]) for each in level}
        # The other program writes 0 for a group that it leaves together.
        assert ours == theirs or (set(theirs.values()), set(ours.values())) == ({0}, {1})


def forfeited(winner: Entrant, absent: Entrant) -> Table:
    return Table((winner, absent), (1, 2), None, (120, 0), absent=(absent,))


def test_a_virtual_opponent_has_no_more_than_who_did_not_come_or_than_draws() -> None:
    # 1 wins by a forfeit of 2, who has nothing; 3 has a bye, and 1 point of at most two draws.
    record = Record(
        (1, 2, 3),
        (
            Round(1, (forfeited(1, 2),), (3,), granted={3: 120}),
            Round(2, (duel(1, 3, "1"),), granted={}),
        ),
    )

    rounds = unplayed.Contributions(record)

    assert [each.score for each in rounds.of(1)] == [Fraction(1, 2), 1], "2 stays away: a draw"
    assert [each.score for each in rounds.of(3)] == [1, 2]
    assert [each.is_voluntary for each in rounds.of(2)] == [True, True]


def test_the_first_cut_is_a_round_not_played_by_choice() -> None:
    rounds = [
        unplayed.Contribution(
            number,
            (),
            AddendKind.NO_OPPONENT,
            Fraction(score),
            Fraction(0),
            is_voluntary=number > 1,
            sat=None,
        )
        for number, score in ((1, 1), (2, 3), (3, 2))
    ]

    once = unplayed.without_lowest(rounds)

    assert [each.round for each in once] == [1, 2]
    assert [each.round for each in unplayed.without_lowest(once)] == [1]


def test_at_a_table_of_four_who_did_not_come_is_nobodys_opponent() -> None:
    table = Table((1, 2, 3, 4), (1, 2, 3, 4), None, (120, 80, 40, 0), absent=(4,))
    record = Record((1, 2, 3, 4), (Round(1, (table,)),))

    buchholz = find("buchholz").values(record, (1, 4))
    berger = find("sonneborn_berger").values(record, (1, 4))

    assert (buchholz[1].value, berger[1].value) == (Fraction(1, 2), Fraction(1, 2))
    assert record.times_met(1, 4) == 0
    assert (buchholz[4].value, berger[4].value) == (Fraction(0), Fraction(0))


def test_a_shared_first_place_is_no_win_and_a_forfeit_is_one() -> None:
    rounds = (Round(1, (duel(1, 2, "="), forfeited(3, 4))), Round(2, (duel(1, 3, "1"),)))

    def wins(edition: int) -> list[int]:
        values = find("wins").values(Record((1, 2, 3), rounds, edition=edition), (1, 2, 3))
        return [int(values[each].value) for each in (1, 2, 3)]

    assert wins(2) == [1, 0, 1]
    assert wins(1) == [2, 1, 1], "a tournament that started before keeps its edition"


def test_who_is_ahead_of_three_whatever_had_happened_is_put_first() -> None:
    # 1 has beaten 2 and 3, who have not met.
    record = Record((1, 2, 3), (Round(1, (duel(1, 2, "1"),)), Round(2, (duel(3, 1, "0"),))))

    values = find("direct_encounter").values(record, (1, 2, 3))

    assert {each: int(value.value) for each, value in values.items()} == {1: 2, 2: 0, 3: 0}


def test_edition_1_counts_a_bye_as_an_opponent_with_the_own_points() -> None:
    rounds = (Round(1, (duel(1, 2, "1"),), (3,), granted={3: 120}), Round(2, (duel(1, 3, "0"),)))
    before = Record((1, 2, 3), rounds, edition=1)

    assert find("buchholz").values(before, (3,))[3].value == 3
    assert find("buchholz").values(Record((1, 2, 3), rounds), (3,))[3].value == 2
