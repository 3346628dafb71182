"""What all games share: placings, options, registry."""

from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.core import AnyRules, IllegalMoveError, OptionsError, Rules, UnknownGameError, placings
from games.options import Option

scores = st.lists(st.integers(-9, 9), min_size=2, max_size=6)


def test_equal_scores_share_a_place_and_leave_the_next_ones_out() -> None:
    assert placings((31, 12, 12, -5)) == (1, 2, 2, 4)


def test_who_left_is_placed_last_and_who_left_first_is_last_of_all() -> None:
    assert placings((31, 12, 12, -5), last=[[0], [2]]) == (4, 1, 3, 2)


def test_who_left_at_the_same_moment_shares_a_place() -> None:
    assert placings((31, 12, 12, -5), last=[[0, 2], [1]]) == (3, 2, 3, 1)
    assert placings((5, 6), last=[[0, 1]]) == (1, 1)


def test_seats_are_placed_by_anything_that_can_be_compared() -> None:
    assert placings(((4, 1), (4, 2), (3, 9))) == (2, 1, 3)


@given(scores=scores)
def test_a_place_is_one_more_than_the_number_of_better_seats(scores: list[int]) -> None:
    places = placings(scores)

    assert list(places) == [1 + sum(other > score for other in scores) for score in scores]


@given(scores=scores, data=st.data())
def test_leavers_fill_the_last_places_without_sharing(scores: list[int], data: Any) -> None:
    seats = list(range(len(scores)))
    last = data.draw(st.permutations(seats).map(lambda order: order[: len(seats) // 2]))

    places = placings(scores, [[seat] for seat in last])

    assert [places[seat] for seat in last] == [len(seats) - n for n in range(len(last))]
    assert all(places[seat] <= len(seats) - len(last) for seat in seats if seat not in last)


def test_an_option_takes_its_choices_and_its_range_and_no_look_alikes() -> None:
    option = Option(name="rounds", title="Rounds.", choices=("players",), low=1, high=12)

    assert all(option.allows(value, 3) for value in ("players", 1, 12))
    assert not any(option.allows(value, 3) for value in ("1", 0, 13, True, 1.0, None, [1]))


def test_an_option_of_yes_or_no_takes_no_number() -> None:
    option = Option(name="powers", title="Powers.", choices=(False, True))

    assert option.allows(True, 2)
    assert not option.allows(1, 2)


def test_an_option_can_have_other_choices_at_some_tables() -> None:
    option = Option(name="x", title="X.", choices=(False, True), by_seats={2: (False,)})

    assert option.allows(True, 3)
    assert not option.allows(True, 2)


def test_an_option_has_a_json_schema() -> None:
    option = Option(name="rounds", title="Rounds.", choices=("players",), low=1, high=12)

    assert option.json_schema() == {
        "anyOf": [{"enum": ["players"]}, {"type": "integer", "minimum": 1, "maximum": 12}],
        "description": "Rounds.",
        "default": "players",
    }


def test_a_refused_set_up_names_field_value_and_limit() -> None:
    with pytest.raises(OptionsError) as refused:
        registry.current_rules("stick-em").check_options(
            7, {"rounds": 13, "jokers": 2}, "stick-em/mine"
        )

    assert refused.value.errors == (
        ("seats", "must be from 3 to 6, not 7"),
        ("dataset", "must be stick-em/capstone-2020, not stick-em/mine"),
        ("rounds", 'must be "players" or a whole number from 1 to 12, not 13'),
        (
            "jokers",
            "is not an option of stick-em; its options are: all_zero, rounds, history",
        ),
    )


@pytest.mark.parametrize("rules", registry.current_games(), ids=lambda rules: rules.id)
@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 1_000_000_000, 2**63, True, "3"])
def test_a_table_of_too_many_seats_is_refused_before_anything_is_made_of_it(
    rules: AnyRules, seats: Any
) -> None:
    options = rules.check_options(rules.seats_min, {})
    began = process_time()

    with pytest.raises(OptionsError, match="seats: must be from"):
        rules.new_state(seats, options)

    assert process_time() - began < 1


@pytest.mark.parametrize(
    "rules",
    [rules for rules in registry.current_games() if rules.options],
    ids=lambda rules: rules.id,
)
def test_a_table_is_set_up_with_all_options_and_a_dataset_of_its_game(
    rules: AnyRules,
) -> None:
    options = rules.check_options(rules.seats_min, {})
    missing, *_ = options

    with pytest.raises(OptionsError, match=f"{missing}: is missing"):
        rules.new_state(
            rules.seats_min, {name: options[name] for name in options if name != missing}
        )
    with pytest.raises(OptionsError, match="dataset: must be"):
        rules.new_state(rules.seats_min, options, "chess/fide")
    with pytest.raises(OptionsError, match=f"{missing}: must be"):
        rules.new_state(rules.seats_min, {**options, missing: 1_000_000_000})


def test_rules_are_found_by_id_and_the_current_ones_by_game() -> None:
    assert registry.rules("stick-em@1").game == "stick-em"
    assert registry.current_rules("stick-em").id == "stick-em@1"
    assert registry.current_rules("stick-em") in registry.all_rules()
    assert all(isinstance(rules, Rules) for rules in registry.current_games())


@pytest.mark.parametrize("unknown", ["stick-em", "stick-em@99", "chess@1"])
def test_unknown_rules_are_refused(unknown: str) -> None:
    with pytest.raises(UnknownGameError, match=unknown):
        registry.rules(unknown)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGameError, match="chess"):
        registry.current_rules("chess")


def test_what_is_registered_must_be_rules() -> None:
    with pytest.raises(TypeError, match="is no Rules"):
        registry.load("games.core:RulesError")


def test_a_refused_move_tells_why() -> None:
    assert IllegalMoveError("the lock is open").reason == "the lock is open"
