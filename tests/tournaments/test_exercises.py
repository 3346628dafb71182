"""FIDE's own exercises in breaking ties, with the answers that are published.

M. Held, *Exercises in Tie-Breaking*, FIDE Arbiters' Commission, 22 March 2024. They are by the
rules of 2023. Where the cap that article 16.4 has since February 2026 makes another value, that
one is here, as FIDE's program counts it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments import saved_reports
from tournaments import team_matches, team_tiebreaks
from tournaments.formats.team_boards import TeamBoards
from tournaments.record import UNITS, Entrant, Record, Round, Table
from tournaments.standings import standings
from tournaments.tiebreaks.registry import find
from tournaments.trf import reading

SINGLE = {
    # 1 to 4; of 2023: 15 for player 4, 12 for 6, 13.5 for 11.
    "buchholz": "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5",
    # 5 to 8; of 2023: 11 for 6, 12 for 11.
    "buchholz_cut_1": "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11",
    # 11 and 12; of 2023: 9.75 for 4, 6.5 for 6, 5.75 for 11.
    "sonneborn_berger": "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
    # 17
    "opponents_rating": (
        "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"
    ),
    # 27
    "wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    # 32
    "progressive": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
}
"""By exercise, for the players 1 to 16 of the Swiss tournament (2.1)."""

TEAMS = """
8w2.5 4b 7w3 2b 5w1.5 +6 3b; 9b 3w4 5b 1w1.5 13w3 4b 10b; 10w2.5 2b 9w3 6b 4w3 5b 1w1.5
11b 1w2.5 13b 5w3.5 3b 2w1.5 9b; 12w4 6b 2w4 4b 1b 3w0.5 13b; 13b 5w1 8b 3w1.5 11b -1 12w2.5
14w2 8b 1b 10w2.5 9b 13w2 Z; 1b 7w2 6w1 12b 10b 9w2 11w3; 2w1 12b 3b 14w3 7w2 8b 4w1.5
3b 11w1.5 12b 7b 8w2 14b 2w1; 4w1 10b 14w2 13b 6w1.5 12w2 8b; 5b 9w0 10w1.5 8w0.5 P 11b 6b
6w2 14b 4w1 11w2.5 2b 7b 5w0.5; 7b 13w1.5 11b 9b P 10w1 P
"""
"""The team Swiss (2.3): by team and round the opponent, and the points of the white team.

P is a bye that brings a draw, Z a round that brings nothing; + and - a match that one forfeits.
"""
BOARDS = 4
FORMAT = TeamBoards()


def swiss() -> Record:
    """Return the Swiss tournament, with ratings."""
    record = saved_reports.record("exercises")
    players = reading.read(saved_reports.REPORTS["exercises"]).players
    ratings = {each.number: each.rating for each in players}
    return Record(record.entrants, record.rounds, ratings=ratings)


@pytest.mark.parametrize("name", SINGLE)
def test_players_have_the_values_of_the_exercises(name: str) -> None:
    record = swiss()

    found = find(name).values(record, record.entrants)

    published = map(Fraction, SINGLE[name].split())
    assert {each: value.value for each, value in found.items()} == dict(
        zip(range(1, 17), published, strict=True)
    )


def test_direct_encounters_tell_nobody_apart_who_has_not_met_all_others() -> None:
    # Exercises 23 and 24: 1, 3, 4 and 16, and 5, 8 and 11.
    ranks = {line.entrant: line.rank for line in standings(swiss(), ("direct_encounter",))}

    assert [ranks[each] for each in (1, 3, 4, 16)] == [2] * 4
    assert [ranks[each] for each in (5, 8, 11)] == [7] * 3


def test_before_edition_4_opponents_who_did_not_come_counted_for_ratings() -> None:
    record = swiss()
    before = Record(record.entrants, record.rounds, ratings=record.ratings, edition=3)

    # Player 9 has met 1 and 10; 11 won by forfeit. Player 4 is not rounded.
    found = find("opponents_rating").values(before, (4, 9))
    assert found[9].value == Fraction(2200 + 1750 + 1700, 3)
    assert found[4].value == Fraction(3775, 2)


def board(key: str, one: Entrant, other: Entrant, points: Fraction, *, forfeit: bool) -> Table:
    """Return a board, the first team's player and what it brings; that one leads on odd boards."""
    seats = (one, other)
    units = (int(points * UNITS), 0 if forfeit else UNITS - int(points * UNITS))
    places = (1, 1) if units[0] == units[1] else (1, 2) if units[0] > units[1] else (2, 1)
    absent = (other,) if forfeit else ()
    if int(key.partition(".")[2]) % 2 == 0:
        seats, units, places = seats[::-1], units[::-1], places[::-1]
    return Table(seats, places, None, units, key=key, absent=absent)


def results(total: Fraction) -> list[Fraction]:
    """Return results on four boards that come to a total: wins, then a draw, then losses."""
    won = [Fraction(1)] * int(total) + ([Fraction(1, 2)] if total % 1 else [])
    return won + [Fraction(0)] * (BOARDS - len(won))


def teams() -> list[list[Entrant]]:
    return [[10 * team + board for board in range(1, BOARDS + 1)] for team in range(1, 15)]


def team_swiss() -> Record:
    """Return the boards of the team Swiss; 14 has drawn its match with 11 on the boards 2 and 3."""
    rows = [row.split() for line in TEAMS.strip().splitlines() for row in line.split(";")]
    rounds = []
    for number in range(1, 8):
        tables: list[Table] = []
        byes: list[Entrant] = []
        away: list[Entrant] = []
        for team, members in enumerate(teams(), start=1):
            told = rows[team - 1][number - 1]
            opponent, white, points = told.lstrip("+").partition("w")
            if told in {"P", "Z"}:
                byes += members
                away += members if told == "Z" else []
            elif white or told[0] == "+":
                on_boards = results(Fraction(points or BOARDS))
                if (team, opponent) == (11, "14"):
                    on_boards = [Fraction(each) for each in (1, "1/2", "1/2", 0)]
                match = team_matches.key(len(tables) // BOARDS + 1, 0).partition(".")[0]
                for at, (one, won) in enumerate(zip(members, on_boards, strict=True), start=1):
                    other = 10 * int(opponent) + at
                    tables.append(board(f"{match}.{at}", one, other, won, forfeit=told[0] == "+"))
        rounds.append(Round(number, tuple(tables), tuple(byes), asked=tuple(away)))
    return Record([], rounds)


def ranked(*tiebreaks: str, **options: Any) -> Sequence[team_tiebreaks.Played]:
    checked = FORMAT.check_options({"boards": BOARDS, **options})
    return team_tiebreaks.ranked(team_swiss(), teams(), checked, tiebreaks, {})


def test_teams_stand_by_match_points_and_game_points_in_either_order() -> None:
    # Exercise 34.
    by_match = [each.team for each in ranked("board_points")]
    by_board = [each.team for each in ranked("match_points", ranking="board_points")]

    assert by_match == [5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12]
    assert by_board == [5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12]


def test_the_buchholz_of_teams_is_that_of_the_exercises() -> None:
    # Exercise 35; of 2023: 64 for team 1, whose opponent of round 6 did not come.
    found = {each.team: each.values["buchholz"][0] for each in ranked("buchholz") if each.values}

    published = [61, 57, 58, 56, 55, 46, 44, 41, 50, None, 41, None, 52, 36]
    assert [found.get(team) for team in range(1, 15)] == published, (
        "10 and 12 are level with nobody"
    )


def test_direct_encounters_of_teams_are_those_of_the_exercises() -> None:
    ranks = {each.team: each.rank for each in ranked("direct_encounter")}

    assert ranks[11] == ranks[14], "exercise 42: a drawn match"
    assert ranks[6] < ranks[8], "exercise 43"
    assert ranks[7] == ranks[9] == ranks[13], "exercise 44: not all have met"


@pytest.mark.parametrize("name", ["top_boards", "bottom_boards", "berlin"])
def test_boards_tell_apart_whom_a_drawn_match_leaves_level(name: str) -> None:
    # Exercises 46 to 48, there by the boards of the match between 11 and 14 alone.
    ranks = {each.team: each.rank for each in ranked("direct_encounter", name)}

    assert ranks[11] < ranks[14]
