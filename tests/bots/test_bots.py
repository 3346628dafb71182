"""Every bot plays every game that it says it plays, from its view and legal moves alone."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from bots import registry
from bots.core import Bot
from bots.search import Searcher
from games import registry as games
from games.chance import FairChance
from games.core import ALL, AnyRules, Outcome
from tests.bots.tables import observed, play, seen


class Hasty(Searcher):
    """Searches so little that it plays a match in a moment."""

    id = "hasty"
    title = "Hardly thinks."
    step = 1
    seconds = 60.0

    def playouts(self, game: str) -> int:  # noqa: ARG002  # Alike in every game.
        """Return as few as there can be."""
        return 1


def quick_bots(game: str) -> list[Bot]:
    """Return the bots that play a game, a hasty one for those that think for long."""
    return [*(bot for bot in registry.bots_for(game) if not bot.thinks), Hasty()]


def takes_long(bot: Bot, rules: AnyRules) -> bool:
    """Tell whether a match takes seconds: in this game even the least search does."""
    return isinstance(bot, Hasty) and rules.game == "second-story"


def is_old(rules: AnyRules) -> bool:
    return rules != games.current_rules(rules.game)


def pairs(is_left: Callable[[Bot, AnyRules], bool]) -> pytest.MarkDecorator:
    """Try every bot with all rules of its games, and leave some pairs to the long tests."""
    made = [
        pytest.param(
            *(bot, rules),
            id=f"{bot.id}-{rules.id}",
            marks=[pytest.mark.long] * is_left(bot, rules),
        )
        for rules in games.all_rules()
        for bot in quick_bots(rules.game)
    ]
    return pytest.mark.parametrize(("bot", "rules"), made)


every_pair = pairs(lambda bot, rules: takes_long(bot, rules) and is_old(rules))
every_quick_pair = pairs(takes_long)
every_game = pytest.mark.parametrize("rules", games.all_rules(), ids=lambda rules: rules.id)


@cache
def played(bot: Bot, rules: AnyRules) -> tuple[Outcome, list[Any]]:
    """Return how a match at the smallest table ended, and some of the states decided in."""
    outcome, states = play(rules, [bot] * rules.seats_min, seed=1)
    return outcome, states[::9]


@every_pair
def test_a_bot_makes_legal_moves_to_the_end_of_a_match(bot: Bot, rules: AnyRules) -> None:
    outcome, _ = played(bot, rules)

    assert len(outcome.placings) == rules.seats_min


@pytest.mark.more
@every_quick_pair
def test_so_it_does_at_larger_tables(bot: Bot, rules: AnyRules) -> None:
    for seats in range(rules.seats_min + 1, rules.seats_max + 1):
        outcome, _ = play(rules, [bot] * seats, seed=seats)

        assert len(outcome.placings) == seats


@pytest.mark.more
@every_pair
def test_a_bot_chooses_alike_for_equal_views_and_equal_chance(bot: Bot, rules: AnyRules) -> None:
    _, states = played(bot, rules)

    for number, state in enumerate(states):
        seat = rules.to_act(state)[0]
        worlds = [state, rules.determinise(state, seat, FairChance(bytes([number])))]
        choices = [
            bot.choose(observed(rules, world, seat), random.Random(number)) for world in worlds
        ]
        assert choices[0] == choices[1]


@every_pair
def test_a_bot_leaves_what_it_sees_as_it_is(bot: Bot, rules: AnyRules) -> None:
    _, states = played(bot, rules)

    for state in states:
        known, untouched = seen(rules, state), seen(rules, state)
        bot.choose(known, random.Random(1))
        assert (known.view, known.legal) == (untouched.view, untouched.legal)
        assert rules.view(known.world, ALL) == rules.view(untouched.world, ALL)


@every_game
def test_what_a_bot_sees_is_what_the_seat_would_be_shown(rules: AnyRules) -> None:
    _, states = play(rules, [registry.bot("random")] * rules.seats_max, seed=3)

    for state in states[::9]:
        seat = rules.to_act(state)[0]
        legal = [rules.move_data(state, seat, move) for move in rules.legal_moves(state, seat)]
        known = seen(rules, state)
        assert (known.view, known.legal) == (rules.view(state, seat), legal)


def test_a_bot_is_found_by_its_id() -> None:
    assert registry.bot("random").id == "random"
    assert registry.bot("greedy") in registry.all_bots()
    assert len({bot.id for bot in registry.all_bots()}) == len(registry.BOTS)


def test_every_game_has_a_bot_that_knows_it_a_gentle_one_and_one_that_does_not() -> None:
    for rules in games.all_rules():
        assert {"random", "gentle", "greedy"} <= {bot.id for bot in registry.bots_for(rules.game)}


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(registry.UnknownBotError, match="grandmaster"):
        registry.bot("grandmaster")


def test_what_is_registered_must_be_a_bot() -> None:
    with pytest.raises(TypeError, match="is no Bot"):
        registry.load("bots.registry:UnknownBotError")
