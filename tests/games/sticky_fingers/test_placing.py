"""Putting tokens down in Sticky Fingers."""

from typing import Any

from tests.games.sticky_fingers.dealer import RULES, Stacked, do, legal, new_state, opened, queue

CHOSEN: dict[str, object] = {"squares": "chosen"}


def test_everybody_places_three_tokens_in_turn_from_the_starter() -> None:
    state = opened(3, Stacked(1))
    seats: list[int] = []
    for _ in range(9):
        seats += RULES.to_act(state)
        told = do(state, "place_token", place="harbor" if len(seats) < 5 else "ruin")

    assert seats == [1, 2, 0] * 3
    assert told[-1] == ("place_opened", {"place": "ruin"})


def test_sf_1_a_token_goes_on_the_first_free_square() -> None:
    state = opened(2)

    first, second = (do(state, "place_token", place="villa") for _ in range(2))

    assert first == [("token_placed", {"seat": 0, "place": "villa", "square": 0})]
    assert second == [("token_placed", {"seat": 1, "place": "villa", "square": 1})]


def test_sf_1_a_square_may_be_chosen_where_the_option_says_so() -> None:
    state = opened(2, given=CHOSEN)
    assert len(legal(state)) == 25

    do(state, "place_token", place="villa", square=3)
    do(state, "place_token", place="villa", square=1)

    assert queue(state, "villa") == [1, 0]
    assert len(legal(state)) == 23


def test_with_chosen_squares_the_lower_square_acts_first() -> None:
    state = opened(2, given=CHOSEN)
    for square in (4, 2, 3, 0, 1):
        do(state, "place_token", place="villa", square=square)
    do(state, "place_token", place="museum", square=2)

    order: list[int] = []
    while state.place == 1:
        order += RULES.to_act(state)
        do(state, "pass")
    assert order == [1, 0, 1, 0, 0]
    assert RULES.to_act(state) == (1,)


def test_sf_2_no_token_can_be_kept_back() -> None:
    assert {move["type"] for move in legal(opened(2))} == {"place_token"}


def test_sf_3_a_place_where_nothing_can_be_gained_is_open() -> None:
    state = opened(2)
    state.display[4] = []

    assert {"place": "harbor"} in legal(state, "place_token")


def test_sf_4_one_seat_may_fill_a_place() -> None:
    state = opened(2)
    for place in ("villa", "city", "villa", "city", "villa"):
        do(state, "place_token", place=place)

    assert queue(state, "villa") == [0, 0, 0]


def test_sf_5_a_full_place_is_closed_and_another_is_always_open() -> None:
    state = opened(5)
    for _ in range(5):
        do(state, "place_token", place="ruin")

    assert legal(state, "place_token") == places("city", "villa", "museum", "harbor")
    assert new_state(5).tokens() == 15 < len(state.squares)


def places(*names: str) -> list[dict[str, Any]]:
    return [{"place": name} for name in names]


def test_a_seat_whose_time_runs_out_goes_where_the_fewest_tokens_are() -> None:
    state = opened(2)
    first = RULES.timeout_move(state, 0)
    do(state, "place_token", place="city")
    second = RULES.timeout_move(state, 1)

    assert [RULES.move_data(state, 0, move)["place"] for move in (first, second)] == [
        "city",
        "villa",
    ]


def test_places_without_tokens_are_left_out() -> None:
    state = opened(2)
    for _ in range(5):
        do(state, "place_token", place="museum")
    told = do(state, "place_token", place="villa")
    passed = do(state, "pass")

    assert told[-1] == ("place_opened", {"place": "villa"})
    assert passed == [
        ("action_passed", {"seat": 1, "place": "villa"}),
        ("place_opened", {"place": "museum"}),
    ]
