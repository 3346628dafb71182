"""How far a match moves a rating: K by what is known of a player, and by the luck of the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.core import AnyRules
from ratings import stakes
from ratings.ladder.settings import parsed
from ratings.systems.core import Rating
from ratings.systems.elo import Elo
from tests.ratings import ladders, prediction
from tests.ratings.fields import MADE_UP, MadeUp, made_up
from tests.samples import sampled

FALLING = Elo(Elo.checked({"k_provisional": 100, "k": 12, "k_half": 5}))
STEPS = 1000


def test_k_falls_with_every_match_and_is_half_way_after_k_half() -> None:
    assert [FALLING.stake(games) for games in (0, 5, 20, 435)] == [100_000, 56_000, 29_600, 13_000]


def test_without_k_half_k_falls_once_as_it_did() -> None:
    system = Elo(Elo.checked({"provisional_games": 20}))

    assert [system.stake(games) for games in (0, 19, 20, 500)] == [64_000, 64_000, 24_000, 24_000]


@given(st.integers(0, 10_000))
def test_k_never_rises_and_stays_above_its_end(games: int) -> None:
    assert 100_000 >= FALLING.stake(games) >= FALLING.stake(games + 1) >= 12_000


@given(
    st.lists(st.tuples(st.integers(0, 3_000_000), st.integers(0, 500)), min_size=2, max_size=6),
    st.data(),
)
def test_what_is_explained_adds_up_to_what_is_rated(
    known: list[tuple[int, int]], data: st.DataObject
) -> None:
    marks = [Rating(rating, 0, games) for rating, games in known]
    scores = data.draw(st.lists(st.integers(0, 3), min_size=len(marks), max_size=len(marks)))
    places = [1 + sum(other > mine for other in scores) for mine in scores]
    terms = [0] * len(marks)

    rated = FALLING.rate(marks, places, terms)

    told = FALLING.explain(marks, places, terms)
    changes = [after.rating - before.rating for before, after in zip(marks, rated, strict=True)]
    assert changes == [sum(pair.change for pair in row) for row in told]


@pytest.mark.parametrize("rules", registry.current_games(), ids=lambda rules: rules.game)
def test_every_game_has_measured_stakes_that_elo_takes(rules: AnyRules) -> None:
    assert stakes.of_game(rules.game).keys() == {"k", "k_provisional", "k_half"}
    assert Elo.checked(stakes.of_game(rules.game))["k"] < 24


def test_a_game_that_nobody_has_measured_has_the_usual_stakes() -> None:
    assert stakes.of_game("whist") == stakes.STAKES_USUAL


@pytest.mark.django_db
class TestNewLadders:
    def test_have_the_stakes_of_their_game_in_their_stream(self) -> None:
        ladder = ladders.opened_as_told()

        assert ladder.settings["parameters"] == stakes.of_game(ladder.game)

    def test_keep_what_they_are_told(self) -> None:
        ladder = ladders.opened_as_told(parameters={"k": 30})

        assert ladder.settings["parameters"] == {**stakes.of_game(ladder.game), "k": 30}

    def test_of_another_system_have_none_of_elos(self) -> None:
        assert ladders.opened_as_told(system="openskill").settings["parameters"] == {}


def test_a_ladder_from_before_keeps_its_stakes() -> None:
    old = parsed({"name": "Old", "game": "pickpocket"}).rating_system()

    assert (old.values["k"], old.values["k_provisional"], old.values["k_half"]) == (24, 64, 0)


@pytest.mark.more
@pytest.mark.parametrize("field", sampled(MADE_UP, MADE_UP[0]), ids=lambda field: field.title)
def test_the_default_predicts_as_well_as_the_libraries_at_their_best(field: MadeUp) -> None:
    results = list(made_up(field, players=prediction.PLAYERS, count=1500, seed=1))

    assert prediction.behind(prediction.measured(results, None)) <= prediction.NEAR
