"""Trying a plan in memory, by the command that organisers use."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournaments import simulation
from tournaments.formats.core import Sizes
from tournaments.formats.pods import Pods
from tournaments.points.registry import find
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
    with pytest.raises(CommandError, match="no option"):
        simulated("--option", "colour=red")
    with pytest.raises(CommandError, match="from 2 to 6"):
        simulated("--table", "5", "4", "3")


def test_the_same_seed_plays_the_same_tournament_and_skill_shows() -> None:
    options = Pods().check_options({"rounds": 4})

    def plan(spread: int) -> Plan:
        return Plan(Pods(), options, Sizes(3, 4, 5), find("normalised"), ("lots",), spread)

    assert simulation.simulate(plan(100), 12, 7) == simulation.simulate(plan(100), 12, 7)
    luck, skill = (
        [each.agreement for each in simulation.many(plan(spread), 12, 8, 1)] for spread in (0, 400)
    )
    assert sum(skill) / 8 > 0.8
    assert abs(sum(luck) / 8) < 0.5
