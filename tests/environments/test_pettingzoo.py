"""The games as environments of PettingZoo, by PettingZoo's own tests."""

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from environments.pettingzoo_env import env, raw_env
from environments.registry import encodings
from games import registry

GAMES = tuple(rules.id for rules in registry.all_rules() if rules.id in encodings())
"""Those that are told in numbers: rules need not be."""
every_game = pytest.mark.parametrize("game", GAMES)
# It would rather have plain arrays than a dictionary, which a mask needs.
dictionaries = pytest.mark.filterwarnings("ignore:Observation:UserWarning")


@dictionaries
@every_game
def test_pettingzoos_test_of_the_interface_passes(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(game), num_cycles=150)

    assert "Passed API test" in capsys.readouterr().out


@every_game
def test_pettingzoos_test_of_seeds_passes(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=50)


@pytest.mark.long
@dictionaries
@every_game
def test_both_pass_with_as_many_players_as_can_be(game: str) -> None:
    seats = registry.rules(game).seats_max

    api_test(env(game, seats=seats), num_cycles=1000)
    seed_test(lambda: env(game, seats=seats), num_cycles=500)


def test_a_match_ends_with_rewards_that_add_up_to_nothing() -> None:
    environment = raw_env("stick-em", seats=4, options={"rounds": 1})
    environment.reset(seed=4)
    rng = Random(4)
    while not any(environment.terminations.values()):
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(int(rng.choice(np.flatnonzero(mask))))

    assert sum(environment.rewards.values()) == pytest.approx(0)
    assert max(environment.rewards.values()) > 0


def test_only_the_agent_that_is_next_has_legal_actions() -> None:
    environment = raw_env("pickpocket", seats=3)
    environment.reset(seed=1)

    masks = {agent: environment.observe(agent)["action_mask"] for agent in environment.agents}

    assert [agent for agent, mask in masks.items() if mask.any()] == [environment.agent_selection]


def test_an_illegal_action_ends_the_match_at_the_cost_of_who_took_it() -> None:
    environment = env("second-story")
    environment.reset(seed=1)
    agent = environment.agent_selection
    mask = environment.observe(agent)["action_mask"]

    environment.step(int(np.flatnonzero(mask == 0)[0]))

    assert environment.terminations[agent]
    assert environment.rewards[agent] == -1


def test_the_raw_environment_refuses_an_illegal_action_and_changes_nothing() -> None:
    environment = raw_env("second-story")
    environment.reset(seed=1)
    before = environment.match.observation(0)
    mask = environment.observe(environment.agent_selection)["action_mask"]

    with pytest.raises(ValueError, match="not legal for player_"):
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert environment.match.observation(0) == before
