"""Points, tie-breaks and standings: worked examples first, then what holds always."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.stages import Played
from tournaments.formats.core import Sizes, Stage
from tournaments.formats.pods import Pods
from tournaments.points.core import in_points
from tournaments.points.registry import find as scheme
from tournaments.points.registry import schemes_known
from tournaments.record import UNITS, Record, Round, Table
from tournaments.standings import format_value, standings
from tournaments.tiebreaks.core import TieBreak
from tournaments.tiebreaks.registry import DEFAULT, find, tiebreaks

ORDER = tuple(each.id for each in tiebreaks())
FIELDS = ((4, 1, 1), (7, 2, 4), (11, 3, 2), (14, 4, 3))
"""Entrants, seed and rounds of pods that are played out."""


def duel(first: int, second: int, score: str) -> Table:
    """Return a table of two that ended 1, = or 0 for the first."""
    places = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}[score]
    return Table((first, second), places, None, scheme("normalised").points(places, None))


@pytest.fixture
def four_duels() -> Record:
    """Four players, all against all: 1 and 2 have 2 points, 3 has 1 1/2, 4 has 1/2."""
    return Record(
        (1, 2, 3, 4),
        (
            Round(1, (duel(1, 4, "1"), duel(2, 3, "1"))),
            Round(2, (duel(1, 3, "0"), duel(2, 4, "1"))),
            Round(3, (duel(1, 2, "1"), duel(3, 4, "="))),
        ),
    )


@pytest.mark.parametrize(
    ("scheme_id", "places", "points"),
    [
        ("normalised", (1, 2, 3, 4), ("1", "2/3", "1/3", "0")),
        ("normalised", (1, 1, 3), ("0.75", "0.75", "0")),
        ("hig", (1, 2, 2, 4), ("5", "2.5", "2.5", "1")),
        ("hig", (1, 1, 1, 4), ("3 1/3", "3 1/3", "3 1/3", "1")),
        ("vekn", (1, 1, 3, 4), ("54", "54", "24", "12")),
        ("wins", (1, 1, 3), ("0.5", "0.5", "0")),
        ("three_two_one", (1, 2, 3, 4, 5), ("4", "3", "2", "1", "0")),
    ],
)
def test_who_is_level_shares_the_points_of_the_places(
    scheme_id: str, places: tuple[int, ...], points: tuple[str, ...]
) -> None:
    assert tuple(map(in_points, scheme(scheme_id).points(places, None))) == points


def test_the_games_score_counts_only_where_there_is_one() -> None:
    assert scheme("game_score").points((2, 1), (-3, 7)) == (-3 * UNITS, 7 * UNITS)
    with pytest.raises(ValueError, match="every seat"):
        scheme("game_score").points((2, 1), None)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=6))
def test_a_table_gives_out_the_same_points_however_its_players_tie(scores: list[int]) -> None:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    for each in schemes_known():
        if not each.needs_scores:
            apart = each.points(tuple(range(1, len(scores) + 1)), None)
            assert sum(each.points(places, None)) == sum(apart)


def test_buchholz_at_two_is_the_sum_of_the_opponents_points(four_duels: Record) -> None:
    values = find("buchholz").values(four_duels, (1, 2, 3, 4))

    assert {each: format_value(value.value) for each, value in values.items()} == {
        1: "4",
        2: "4",
        3: "4.5",
        4: "5.5",
    }
    assert [addend.text for addend in values[1].addends] == [
        "round 1: 4",
        "round 2: 3",
        "round 3: 2",
    ]


def test_cut_and_median_leave_out_rounds(four_duels: Record) -> None:
    # The opponents of 1 have 1/2, 1 1/2 and 2 points.
    assert find("buchholz_cut_1").values(four_duels, (1,))[1].value == Fraction(7, 2)
    assert find("buchholz_median").values(four_duels, (1,))[1].value == Fraction(3, 2)


def test_sonneborn_berger_counts_the_beaten_whole_and_the_level_half(four_duels: Record) -> None:
    values = find("sonneborn_berger").values(four_duels, (1, 2, 3, 4))

    assert [format_value(values[each].value) for each in (1, 2, 3, 4)] == [
        "2.5",
        "2",
        "2.25",
        "0.75",
    ]


def test_direct_encounter_puts_the_winner_first(four_duels: Record) -> None:
    lines = standings(four_duels, ("direct_encounter", "lots"))

    assert [(line.entrant, line.rank) for line in lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert set(lines[0].values) == {"direct_encounter"}, "lots were not needed"


def test_direct_encounter_says_nothing_of_a_group_that_has_not_all_met() -> None:
    record = Record((1, 2, 3), (Round(1, (duel(1, 2, "1"),), (3,)),))

    values = find("direct_encounter").values(record, (1, 2, 3))

    assert {value.value for value in values.values()} == {Fraction(0)}
    assert values[2].remark == "have not all met"


def test_relative_score_weighs_points_by_how_many_there_were_to_win() -> None:
    # Catan's tournament rules: A takes 10 of 32, 8 of 30 and 10 of 36 points, B 10 of 30, 10 of 33
    # and 8 of 36: 85.69 % against 85.86 %, so that B is ahead.
    shares = {1: ((10, 32), (8, 30), (10, 36)), 2: ((10, 30), (10, 33), (8, 36))}
    rounds = [Round(number, ()) for number in (1, 2, 3)]
    for entrant, of in shares.items():
        for index, (own, whole) in enumerate(of):
            scores = (own, whole - own, 0, 0)
            table = Table((entrant, 10, 11, 12), (1, 2, 3, 3), scores, (0, 0, 0, 0))
            rounds[index] = Round(index + 1, (*rounds[index].tables, table))

    values = find("relative_score").values(Record((1, 2, 10, 11, 12), rounds), (1, 2))

    percent = {each: round(float(value.value) / 4 * 100, 2) for each, value in values.items()}
    assert percent == {1: 85.69, 2: 85.86}


def test_a_penalty_is_a_line_of_its_own(four_duels: Record) -> None:
    record = Record((1, 2, 3, 4), four_duels.rounds, penalties={1: UNITS})

    last = {line.entrant: line for line in standings(record, DEFAULT)}[1]

    assert (in_points(last.points), in_points(last.penalty), last.rank) == ("1", "1", 3)


@cache
def played_out(entrants: int, seed: int, rounds: int) -> Stage:
    """Return pods that are over; to pair them takes most of the time, so tests share them."""
    return Played(Pods(), entrants, Sizes(2, 3, 4), seed, rounds=rounds).play_out().stage()


def adds_up(tiebreak: TieBreak, record: Record) -> None:
    """Assert that a tie-break is the sum of what it shows, in whatever order it is asked."""
    values = tiebreak.values(record, record.entrants)

    assert tiebreak.values(record, record.entrants[::-1]) == values
    for value in values.values():
        if value.addends:
            assert value.value == sum((each.value for each in value.addends), Fraction(0))


def ranks_all(stage: Stage) -> None:
    """Assert that everybody has a line of their own, in the order of the points."""
    lines = standings(stage.record, ORDER)

    assert sorted(line.entrant for line in lines) == list(stage.seeds)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    assert [line.rank for line in lines] == [*range(1, 1 + len(lines))], "lots tell all apart"


@pytest.mark.parametrize("field", FIELDS, ids=str)
@pytest.mark.parametrize("tiebreak", tiebreaks(), ids=lambda each: each.id)
def test_a_tie_break_is_what_it_adds_up_and_depends_on_no_order_of_entrants(
    tiebreak: TieBreak, field: tuple[int, int, int]
) -> None:
    adds_up(tiebreak, played_out(*field).record)


@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_everybody_has_one_line_and_ranks_follow_points(field: tuple[int, int, int]) -> None:
    ranks_all(played_out(*field))


@pytest.mark.long
@settings(max_examples=30)
@given(entrants=st.integers(4, 24), seed=st.integers(0, 10**6), rounds=st.integers(1, 4))
def test_lines_and_tie_breaks_are_right_after_any_pods(
    entrants: int, seed: int, rounds: int
) -> None:
    stage = played_out(entrants, seed, rounds)

    ranks_all(stage)
    for tiebreak in tiebreaks():
        adds_up(tiebreak, stage.record)


def test_without_a_tie_break_those_level_share_a_rank(four_duels: Record) -> None:
    assert [line.rank for line in standings(four_duels, ())] == [1, 1, 3, 4]
