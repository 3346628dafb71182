"""The rules for two or three: warnings, and rivals laid down."""

import pytest

from games.core import IllegalMoveError
from games.pickpocket.events import RivalLaidDown
from tests.games.pickpocket.dealer import CHANCE, RULES, do, draw, may, move_of, tavern, told


def lying(seats: int, bag: str, *moves: str) -> list[bool]:
    state = tavern(seats, bag)
    do(state, *moves)
    shown: list[bool] = RULES.view(state, 0)["lying"]
    return shown


def test_a_warned_thief_loses_that_turn_and_no_other() -> None:  # PK-27
    state = tavern(3, "PP VJ")
    do(state, "draw", "draw")

    assert RULES.to_act(state) == (2,)
    do(state, "leave 0", "draw")
    assert RULES.to_act(state) == (1,)


def test_warnings_need_no_powers() -> None:  # PK-26
    assert lying(3, "PP VJ", "draw", "draw") == [False, True, False]
    assert lying(2, "PP VJ", "draw", "draw") == [False, True]


def test_with_two_rivals_standing_the_leaver_chooses_one() -> None:  # PK-28
    state = tavern(3)

    assert may(state) == ["draw", "leave 1", "leave 2"]
    assert do(state, "leave 2")[1] == RivalLaidDown(0, 2)
    assert RULES.view(state, 0)["lying"] == [False, False, True]


def test_nobody_is_laid_down_where_nobody_else_stands() -> None:  # PK-28
    state = tavern(3)
    do(state, "leave 1")

    assert may(state) == ["draw", "leave 2"]
    do(state, "leave 2")

    state = tavern(3, "PP VJ VJ")
    draw(state, 3)
    assert may(state) == ["draw", "leave"]
    assert told(do(state, "leave")) == ["thief_left"]


def test_whom_to_lay_down_must_be_said() -> None:  # D3
    state = tavern(3)

    with pytest.raises(IllegalMoveError, match="lay_down must name a rival"):
        RULES.decide(state, 0, move_of("leave"), CHANCE)
    with pytest.raises(IllegalMoveError, match="seat 0 is not a rival"):
        RULES.decide(state, 0, move_of("leave 0"), CHANCE)


def test_with_four_nobody_can_be_laid_down() -> None:
    with pytest.raises(IllegalMoveError, match="lay_down must be null"):
        RULES.decide(tavern(4), 0, move_of("leave 1"), CHANCE)


def test_a_thief_who_is_laid_down_is_expelled_when_caught() -> None:  # PK-28
    state = tavern(3, "PP VJ")
    do(state, "draw", "leave 2")

    assert told(do(state, "draw"))[2:] == ["thief_expelled", "double_began"]


def test_the_last_thief_lies_and_is_not_warned() -> None:  # PK-29
    state = tavern(3, "PP VJ")
    do(state, "draw", "leave 2", "leave 0")

    assert RULES.view(state, 0)["lying"] == [True, False, False]
    assert told(do(state, "draw"))[2:4] == ["double_lost", "night_ended"]


def test_all_stand_again_in_the_next_night() -> None:  # PK-30
    state = tavern(2, "PP VJ 2 3")
    do(state, "draw", "draw")
    assert RULES.view(state, 0)["lying"] == [False, True]

    do(state, "draw", "draw")
    assert RULES.view(state, 0)["lying"] == [False, False]
