"""The gentle bot: better than chance, and somebody's to beat."""

import random

import pytest

from bots import gentle, league, registry
from bots.league import Contest
from games import registry as games
from games.core import AnyRules
from games.stick_em import greedy
from tests.bots.tables import play, seen

every_game = pytest.mark.parametrize(
    "rules",
    [rules for rules in games.current_games() if registry.bot("gentle").plays(rules.game)],
    ids=lambda rules: rules.id,
)
DEALS = 25


@pytest.mark.long
@every_game
def test_the_gentle_bot_leaves_more_of_random_ones_behind_than_not_and_fewer_of_greedy_ones(
    rules: AnyRules,
) -> None:
    seats = rules.seats_usual or rules.seats_max

    shares = {
        other: league.mean_of(
            list(league.matches(Contest(rules, seats, "gentle", other), DEALS, "gentle")), other
        )
        for other in ("random", "greedy")
    }

    assert shares["random"].low > 0.5
    assert shares["greedy"].high < 0.5


@every_game
def test_the_gentle_bot_plays_what_the_greedy_one_would_but_for_slips(rules: AnyRules) -> None:
    careful, bot = registry.bot("greedy"), registry.bot("gentle")
    _, states = play(rules, [careful] * rules.seats_max, seed=4)
    known = [seen(rules, state) for state in states]
    open_to_choice = [each for each in known if len(each.legal) > 2]

    alike = sum(
        bot.choose(each, random.Random(number)) == careful.choose(each, random.Random(number))
        for number, each in enumerate(open_to_choice)
    )

    kept = 1 - gentle.slips(rules.game)
    assert kept - 0.25 < alike / len(open_to_choice) < 1


def test_who_brings_a_greedy_bot_to_a_game_has_brought_a_gentle_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = games.current_rules("stick-em")
    monkeypatch.delattr(greedy, "SLIPS")
    bot = registry.bot("gentle")

    _, states = play(rules, [bot] * rules.seats_min, seed=1)

    assert states
    assert gentle.slips(rules.game) == gentle.SLIPS_USUAL
    assert bot.games == registry.bot("greedy").games


def test_people_are_offered_every_bot_with_a_level_and_the_levels_ascend() -> None:
    levels = [bot.level for bot in registry.all_bots()]

    assert levels == [None, "gentle", "steady", "crafty", "crafty", "crafty"]
