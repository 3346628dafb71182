"""The games as games of OpenSpiel, by OpenSpiel's own tests."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from environments import open_spiel_game
from environments.chance_nodes import DecidedChance, DrawNeededError
from environments.registry import encodings
from games import registry
from games.chance import FairChance
from games.errors import OptionsError

LEARNT = [rules for rules in registry.all_rules() if rules.id in encodings()]
"""Those that are told in numbers: rules need not be."""
every_game = pytest.mark.parametrize("rules", LEARNT, ids=lambda each: each.id)


def name_of(rules: str) -> str:
    usual = [each for each in registry.current_games() if rules in {each.game, each.id}]
    name = usual[0].game if usual else rules
    return open_spiel_game.PREFIX + name.replace("-", "_").replace("@", "_")


def loaded(rules: str, **parameters: int | str) -> Any:
    return pyspiel.load_game(name_of(rules), parameters)


def played(state: Any, rng: Random, until: Callable[[Any], bool]) -> None:
    """Play at random until a state is what was wanted."""
    while not until(state):
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            state.apply_action(rng.choice(outcomes))
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@every_game
def test_openspiels_random_simulation_passes(rules: Any) -> None:
    pyspiel.random_sim_test(loaded(rules.id), num_sims=1, serialize=False, verbose=False)


@pytest.mark.long
@every_game
def test_it_passes_with_any_number_of_players_and_with_stored_states(rules: Any) -> None:
    for seats in range(rules.seats_min, rules.seats_max + 1):
        game = loaded(rules.id, players=seats)
        pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    pyspiel.random_sim_test(loaded(rules.id), num_sims=1, serialize=True, verbose=False)


def plays_through(game: str, folder: Path) -> None:
    """Write a match with all that OpenSpiel can ask of each state, and read it again."""
    flags.FLAGS(["playthrough"])
    text = generate_playthrough.playthrough(name_of(game), None, seed=3)
    file = folder / "playthrough.txt"
    file.write_text(text)

    original, replayed = generate_playthrough.replay(str(file))

    assert replayed == original
    assert "InformationStateString" in text


@pytest.mark.more
def test_openspiels_playthrough_replays_to_the_letter(tmp_path: Path) -> None:
    plays_through("pickpocket", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", ["stick-em", "second-story", "sticky-fingers"])
def test_so_do_those_of_the_other_games(game: str, tmp_path: Path) -> None:
    plays_through(game, tmp_path)


def test_what_the_rules_leave_to_chance_is_a_node_of_equal_outcomes() -> None:
    state = loaded("stick-em", players=3).new_initial_state()

    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert len({chance for _, chance in outcomes}) == 1


def test_a_player_is_told_nothing_of_what_the_others_hold() -> None:
    rng = Random(8)
    states = []
    for _ in range(2):
        state = loaded("stick-em", players=3).new_initial_state()
        played(state, rng, lambda state: not state.is_chance_node())
        states.append(state)
    one, other = (state.observation_string(0) for state in states)
    hands = [state.observation_string(1) for state in states]

    assert one != other
    for state, text in zip(states, (one, other), strict=True):
        view = state.match.view(1)
        assert not any(f'"{card}"' in text for card in view["hand"])
    assert hands[0] != hands[1]


def test_a_copy_of_a_state_goes_its_own_way_and_ends_the_same_by_the_same_actions() -> None:
    state = loaded("pickpocket").new_initial_state()
    played(state, Random(1), lambda state: len(state.history()) == 90)
    other = state.clone()
    played(other, Random(2), lambda state: state.is_terminal())
    before = str(state)
    for action in other.history()[90:]:
        state.apply_action(action)

    assert before != str(state)
    assert state.is_terminal()
    assert state.returns() == other.returns()
    assert state.information_state_string(1) == other.information_state_string(1)
    assert sum(state.returns()) == pytest.approx(0)


def test_options_are_parameters_told_in_words() -> None:
    short = loaded("stick-em", players=3, rounds="1", all_zero="leader_wins")
    bare = loaded("pickpocket", powers="true")

    assert short.match_options["rounds"] == 1
    assert short.match_options["all_zero"] == "leader_wins"
    assert bare.match_options["powers"] is True
    with pytest.raises(OptionsError, match="rounds"):
        loaded("stick-em", players=3, rounds="0")


def test_draws_are_asked_for_one_after_the_other_as_fair_chance_shuffles() -> None:
    fair = FairChance(b"\x07" * 32)
    source = FairChance(b"\x07" * 32)
    drawn = [source.below("deal", size) for size in range(6, 1, -1)]

    assert DecidedChance(drawn).shuffle("deal", "abcdef") == fair.shuffle("deal", "abcdef")
    with pytest.raises(DrawNeededError) as needed:
        DecidedChance(drawn[:2]).shuffle("deal", "abcdef")
    assert needed.value.n == 4
    assert DecidedChance(()).below("nothing", 1) == 0
