"""A night of Pickpocket without powers: lines, guards, leaving, stop-or-double."""

import pytest

from games.core import NotYourTurnError
from games.pickpocket import scoring
from games.pickpocket.events import (
    DoubleBegan,
    DoubleLost,
    GuardAppeared,
    NightBegan,
    NightEnded,
    ThiefLeft,
)
from games.pickpocket.model import DOUBLE, TURN
from tests.games.pickpocket.dealer import CHANCE, RULES, do, draw, may, move_of, tavern, told


def open_lines(text: str) -> list[str]:
    """Return the lines that are whole after these tiles were drawn."""
    state = tavern(6, text)
    draw(state, len(text.split()))
    lines: list[str] = RULES.view(state, 0)["open_lines"]
    return lines


def test_any_tile_is_safe_on_the_empty_row() -> None:  # PK-1
    for tile in ("P", "JJ", "VJ", "PKVJ"):
        state = tavern(4, tile)
        assert told(do(state, "draw")) == ["tile_drawn"]


def test_the_first_tile_breaks_the_lines_that_it_does_not_show() -> None:  # PK-2
    assert open_lines("KJ") == ["key", "jewel"]
    assert open_lines("VV") == ["vial"]


def test_a_tile_may_carry_on_one_line_and_break_another() -> None:  # PK-6
    assert open_lines("PKV PK KJ") == ["key"]


def test_elements_on_a_broken_line_are_worth_nothing() -> None:  # PK-7
    state = tavern(4, "PK PV PK")
    draw(state, 3)

    assert scoring.loot_value(state) == 3


def test_a_tile_with_two_elements_on_a_line_counts_two() -> None:
    state = tavern(4, "PK KK")
    draw(state, 2)

    assert scoring.loot_value(state) == 3


def test_the_next_thief_inside_is_the_next_clockwise() -> None:  # PK-49
    state = tavern(4)

    do(state, "draw", "leave", "draw", "draw")
    assert RULES.to_act(state) == (0,)
    do(state, "draw")
    assert RULES.to_act(state) == (2,)


def test_only_the_thief_on_turn_may_act() -> None:
    with pytest.raises(NotYourTurnError, match="seat 2"):
        RULES.decide(tavern(4), 2, move_of("draw"), CHANCE)


def test_a_hand_tile_leaves_the_hand_and_lies_in_the_row() -> None:
    state = tavern(4, "", ["PK PK JJ"])

    assert may(state) == ["draw", "play PK", "play JJ", "leave"]
    assert told(do(state, "play PK")) == ["tile_played"]
    view = RULES.view(state, 0)
    assert (view["hand"], view["row"]) == (["PK", "JJ"], ["PK"])


def test_whoever_draws_the_first_guard_is_safe_and_draws_no_more() -> None:  # PK-9, PK-10
    state = tavern(4, "4 JJ")

    assert do(state, "draw") == (GuardAppeared(0, 4, 1, 1),)
    assert RULES.to_act(state) == (1,)
    assert (state.row, scoring.loot_value(state)) == ([], 0)
    assert told(do(state, "draw")) == ["tile_drawn"]


def test_those_who_left_before_the_second_guard_keep_their_points() -> None:  # PK-11
    state = tavern(4, "PKV 2 3")
    do(state, "draw", "draw", "leave", "draw")

    assert state.scores == [0, 0, 5, 0]
    assert state.night == 2


def test_with_four_there_is_no_warning() -> None:  # PK-26
    state = tavern(4, "PP VJ")
    do(state, "draw")

    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught", "thief_expelled"]
    assert RULES.view(state, 0)["lying"] == [False] * 4


def test_whoever_may_not_extend_may_still_leave() -> None:  # PK-4, PK-50, PK-55
    state = tavern(4, "PP", ["", "VJ JJ"])
    draw(state, 1)

    assert may(state) == ["draw", "leave"]


def test_the_last_thief_plays_stop_or_double_at_once() -> None:  # PK-13, PK-14
    state = tavern(4, "PK")
    do(state, "draw", "leave", "leave")

    assert do(state, "leave")[1:] == (DoubleBegan(0),)
    assert (state.phase, RULES.to_act(state)) == (DOUBLE, (0,))
    assert may(state) == ["draw"]


def test_the_last_thief_is_also_the_one_whom_an_expelled_thief_leaves_behind() -> None:  # PK-13
    state = tavern(4, "PP PK VJ")
    do(state, "leave", "leave", "draw", "draw")
    assert told(do(state, "draw"))[2:] == ["thief_expelled", "double_began"]


def test_both_tiles_of_stop_or_double_may_come_from_hand_or_bag() -> None:  # PK-15
    state = tavern(2, "PP", ["PK PV"])
    do(state, "play PK", "leave 0")

    assert may(state) == ["draw", "play PV"]
    do(state, "play PV")
    assert do(state, "draw")[1] == ThiefLeft(0, 4, True, 0, 0, 8)
    assert state.hands[0] == []


def test_each_tile_of_stop_or_double_has_to_fit_the_loot_with_the_one_before() -> None:
    state = tavern(2, "PK PV KK")
    do(state, "draw", "leave 0", "draw")
    events = do(state, "draw")

    assert told(events)[1:4] == ["thief_caught", "double_lost", "night_ended"]


def test_a_failed_stop_or_double_brings_nothing() -> None:  # PK-19
    state = tavern(2, "PKVJ 3 PP PP KK")
    do(state, "draw", "draw", "draw", "leave 0", "draw")
    events = do(state, "draw")

    assert events[2:4] == (DoubleLost(0), NightEnded("double"))
    assert state.scores[0] == 0
    assert len(state.discard) == 4


def test_the_second_guard_fails_stop_or_double() -> None:  # PK-19
    state = tavern(2, "PK 3 PK 4")
    do(state, "draw", "draw", "draw", "leave 0")
    events = do(state, "draw")

    assert events[1:3] == (DoubleLost(0), NightEnded("guards"))


def test_the_seventh_guard_fails_stop_or_double_also_as_the_first_of_its_night() -> None:  # PK-12
    state = tavern(2, "PK 5")
    state.past_guards = [2, 2, 3, 3, 4, 4]
    do(state, "draw", "leave 0")
    events = do(state, "draw")

    assert events[1:3] == (DoubleLost(0), NightEnded("last_guard"))


def test_a_first_guard_may_leave_the_step_open() -> None:  # PK-16, the option
    state = tavern(2, "PK 4 PK PK", guard_counts_in_double=False)
    do(state, "draw", "leave 0", "draw")

    assert RULES.view(state, 0)["double_steps"] == 0
    assert may(state) == ["draw"]
    do(state, "draw")
    assert do(state, "draw")[1] == ThiefLeft(0, 6, True, 4, 0, 16)


def test_a_first_guard_ends_stop_or_double_as_its_second_tile() -> None:  # PK-16
    state = tavern(2, "PK PK 4")
    do(state, "draw", "leave 0", "draw")

    assert told(do(state, "draw"))[:2] == ["guard_appeared", "thief_left"]


def test_the_night_after_begins_with_the_prince_and_an_empty_row() -> None:  # PK-20, D7, PK-51
    state = tavern(2, "PK 3 PK")
    do(state, "draw", "draw", "leave 1", "draw")
    events = do(state, "draw")

    assert events[-2:] == (NightEnded("double"), NightBegan(2, 1, 1))
    view = RULES.view(state, 0)
    assert (view["row"], view["guards"], view["past_guards"]) == ([], [], [3])
    assert (view["prince"], view["to_act"], state.phase) == (1, [1], TURN)
    assert len(view["discard"]) == 3
    assert view["open_lines"] == ["purse", "key", "vial", "jewel"]


def test_nobody_having_scored_the_bottom_marker_begins_again() -> None:  # PK-23
    state = tavern(4, "2 3")
    draw(state, 2)

    assert (state.night, state.prince) == (2, 0)
    assert RULES.to_act(state) == (0,)
