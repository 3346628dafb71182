"""Trying a plan in memory, by the command that organisers use."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournaments import fairness, simulation
from tournaments.fairness import Share
from tournaments.formats.core import Sizes, Stage
from tournaments.formats.player_count_rounds import PlayerCountRounds
from tournaments.formats.pods import Pods
from tournaments.points.registry import find
from tournaments.record import Record, Round, Table
from tournaments.simulation import Plan


def simulated(*arguments: str) -> str:
    told = StringIO()
    call_command("simulate_tournament", *arguments, stdout=told)
    return told.getvalue()


def test_the_command_tells_how_a_plan_would_go() -> None:
    told = simulated("--entrants", "12", "--times", "3", "--option", "rounds=2")

    assert "Pods: 3 tournaments" in told
    assert "repeated meetings" in told


def test_a_plan_that_cannot_be_played_is_answered_with_what_is_possible() -> None:
    with pytest.raises(CommandError, match="have 3 entrants or more"):
        simulated("--entrants", "2")
    with pytest.raises(CommandError, match="not an option"):
        simulated("--option", "colour=red")
    with pytest.raises(CommandError, match="from 2 to 6"):
        simulated("--table", "5", "4", "3")


@pytest.mark.more
def test_each_tournament_is_a_line_of_json() -> None:
    asked = ("--entrants", "7", "--times", "2", "--option", "rounds=2", "--json")
    told = simulated(*asked)

    first, second = map(json.loads, told.splitlines())
    assert sorted(first) == ["ranking", "tables"]
    assert [len(each) for each in first["tables"]] == [4, 3] * 2
    assert sorted(first["ranking"]) == list(range(1, 8))
    assert first != second
    assert told == simulated(*asked)


@pytest.mark.more
def test_points_of_ones_own_are_tried_like_any_others() -> None:
    own = "3: 5 1 0; 4: 5 1 0 0; 5: 5 1 0 0 0"

    told = simulated("--entrants", "12", "--times", "1", "--points", own, "--json")

    assert sorted(json.loads(told)["ranking"]) == list(range(1, 13))
    with pytest.raises(CommandError, match="a list for tables of 5"):
        simulated("--points", own.rpartition(";")[0])
    with pytest.raises(CommandError, match="none of normalised"):
        simulated("--points", "golden")
    with pytest.raises(CommandError, match="a table of 3 has no 4 places"):
        simulated("--points", "3: 5 1 0 0")


def test_teams_are_made_of_the_entrants_where_teams_meet() -> None:
    duels = ("--format", "team_boards", "--table", "2", "2", "2", "--option", "boards=2")
    told = simulated("--entrants", "8", *duels, "--times", "1", "--json")

    tables = json.loads(told)["tables"]
    # The teams are 1 and 8, 2 and 7, 3 and 6, 4 and 5.
    assert len(tables) == 12
    assert all(sum(table) != 9 for table in tables)
    with pytest.raises(CommandError, match="1 teams cannot meet"):
        simulated("--entrants", "3", *duels)


def simulated_pods(spread: int, times: int, entrants: int = 12, *, rounds: int = 4) -> list[Stage]:
    """Return tournaments in which some of a spread of strength play."""
    options = Pods().check_options({"rounds": rounds})
    plan = Plan(Pods(), options, Sizes(3, 4, 5), find("normalised"), ("lots",), spread)
    return list(simulation.many(plan, entrants, times, 1))


@pytest.mark.more
def test_the_same_seed_plays_the_same_tournament() -> None:
    one, other = (simulated_pods(100, 1, entrants=7, rounds=2)[0] for _ in range(2))

    assert one.standings == other.standings


@pytest.mark.long
def test_skill_shows() -> None:
    assert fairness.of(simulated_pods(400, 8)).agreement > 0.8
    assert abs(fairness.of(simulated_pods(0, 8)).agreement) < 0.5


def test_shares_of_winners_are_told_beside_their_shares_of_seats() -> None:
    tables = (Table((1, 2, 3, 4), (1, 2, 3, 4)), Table((5, 6, 7), (1, 2, 3)))
    record = Record(range(1, 8), (Round(1, tables),))
    stage = Stage(tuple(range(1, 8)), (), record, (1, 2, 3, 4, 5, 6, 7), Sizes(3, 4, 5), {})

    found = fairness.of([stage])

    assert found.by_size == {3: Share(0, 3 / 7), 4: Share(1, 4 / 7)}
    assert found.by_seat[1] == Share(1, 2 / 7)
    assert found.by_seed[1] == Share(1, 2 / 7)
    assert (found.repeats, found.agreement) == (0, 1)


@pytest.mark.more
@pytest.mark.parametrize(("entrants", "least", "most"), [(7, 0.33, 0.53), (13, 0.59, 0.79)])
def test_small_tables_have_their_share_of_winners_in_player_count_rounds(
    entrants: int, least: float, most: float
) -> None:
    # Of 7 players 43 % sit at the small table, of 13 players 69 %; all are equally strong.
    form = PlayerCountRounds()
    plan = Plan(
        form, form.check_options({}), Sizes(3, 4, 5), find("normalised"), ("progressive",), 0
    )

    played = list(simulation.many(plan, entrants, 120, 1))

    assert least < fairness.of(played).by_size[3].winners < most
