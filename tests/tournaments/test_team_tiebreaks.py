"""Teams that are level are told apart by their matches and boards."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tournaments import team_matches, team_tiebreaks
from tournaments.formats.team_boards import TeamBoards
from tournaments.record import UNITS, Record, Round, Table

FORMAT = TeamBoards()


def played_of(scores: Sequence[Sequence[tuple[int, int, Sequence[float]]]]) -> Record:
    """Return rounds of matches (first team, second team, points of the first on each board)."""
    found = []
    for number, round_ in enumerate(scores, start=1):
        tables = []
        for at, (one, two, boards) in enumerate(round_, start=1):
            for board, points in enumerate(boards, start=1):
                seats = (10 * one + board, 10 * two + board)
                units = (int(points * UNITS), UNITS - int(points * UNITS))
                places = (1, 1) if points == 0.5 else (1, 2) if points else (2, 1)
                if board % 2 == 0:
                    seats, units, places = seats[::-1], units[::-1], places[::-1]
                key = team_matches.key(at, board)
                tables.append(Table(seats, places, None, units, key=key))
        found.append(Round(number, tuple(tables)))
    return Record([], found)


def ranked(
    played: Record, count: int, boards: int, *tiebreaks: str, **options: Any
) -> list[team_tiebreaks.Played]:
    members = [[10 * team + board + 1 for board in range(boards)] for team in range(1, count + 1)]
    checked = FORMAT.check_options({"boards": boards, **options})
    return team_tiebreaks.ranked(played, members, checked, tiebreaks, {})


def test_teams_level_on_both_points_are_told_apart_by_their_boards() -> None:
    # A drawn match on four boards: team 1 has won the first board, team 2 the last one.
    drawn = played_of([[(1, 2, (1, 0.5, 0.5, 0))]])

    both = ranked(drawn, 2, 4, "board_points", "direct_encounter", "buchholz")
    assert [each.rank for each in both] == [1, 1]
    for step, first, second in [
        ("bottom_boards", (2, 1.5, 1), (2, 1.5, 1)),
        ("top_boards", (1, 0.5, 0.5, 0), (0, 0.5, 0.5, 1)),
        ("berlin", (6.5,), (3.5,)),
    ]:
        found = {each.team: each for each in ranked(drawn, 2, 4, step)}
        assert tuple(map(float, found[1].values[step])) == first, step
        if step != "bottom_boards":
            assert tuple(map(float, found[2].values[step])) == second, step
            assert [found[1].rank, found[2].rank] == [1, 2]
    without = {each.team: each for each in ranked(drawn, 2, 4, "bottom_boards")}
    assert without[2].values["bottom_boards"] == (Fraction(1), Fraction(1, 2), Fraction(0))


def test_an_extended_direct_encounter_goes_on_with_the_other_points_until_nothing_changes() -> None:
    # Each of three has beaten one of the others: match points among them tell nobody apart.
    round_about = played_of(
        [
            [(1, 2, (1, 1, 0.5, 0))],
            [(2, 3, (1, 1, 1, 0))],
            [(3, 1, (1, 1, 1, 0.5))],
        ]
    )

    plain = ranked(round_about, 3, 4, "direct_encounter")
    extended = ranked(round_about, 3, 4, "extended_direct_encounter")

    assert [each.rank for each in plain] == [1, 1, 1]
    assert [(each.team, each.rank) for each in extended] == [(2, 1), (3, 2), (1, 3)]
    # Board points among all three are 4.5 of teams 2 and 3 and 3 of team 1, then 3 to 1.
    values = {each.team: each.values["extended_direct_encounter"] for each in extended}
    assert values[1] == (Fraction(3, 4),)
    assert values[2] == (Fraction(9, 8), Fraction(3, 4))
    assert values[3] == (Fraction(9, 8), Fraction(1, 4))


def test_an_extended_direct_encounter_begins_with_what_ranks_teams_first() -> None:
    # Team 1 has won two of three matches, team 2 has the most board points.
    played = played_of(
        [[(1, 2, (1, 0.5, 0.5, 0.5))], [(1, 3, (0.5, 0.5, 0.5, 1))], [(2, 3, (1, 1, 1, 1))]]
    )

    def first_of(ranking: str) -> int:
        level = [1, 2, 3]
        members = [[10 * team + board for board in range(1, 5)] for team in level]
        checked = FORMAT.check_options({"boards": 4, "ranking": ranking})
        values = team_tiebreaks.direct_encounters(played, members, checked, level)
        return max(values, key=values.__getitem__)

    assert first_of("match_points") == 1
    assert first_of("board_points") == 2


def test_the_olympiad_s_sonneborn_berger_leaves_the_lowest_opponent_out() -> None:
    # With a match point for a loss teams 1, 2 and 3 have five each, and team 4 has three.
    played = played_of(
        [
            [(1, 2, (1, 1, 1, 0)), (3, 4, (1, 1, 1, 1))],
            [(1, 3, (0, 0, 0.5, 0.5)), (2, 4, (1, 1, 1, 1))],
            [(1, 4, (1, 1, 1, 1)), (2, 3, (1, 1, 0.5, 0.5))],
        ]
    )

    found = {each.team: each for each in ranked(played, 4, 4, "olympiad", loss=1)}

    assert [found[each].match_points // UNITS for each in (1, 2, 3, 4)] == [5, 5, 5, 3]
    assert found[1].board_points == 8
    # Three boards against team 2 and one against team 3; the four against team 4 do not count.
    assert found[1].values["olympiad"] == (Fraction(3 * 5 + 1 * 5),)
