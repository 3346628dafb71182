"""Moves that Sticky Fingers refuses, with reasons that a person understands."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core import IllegalMoveError, NotYourTurnError
from games.sticky_fingers.model import State
from tests.games.sticky_fingers.dealer import (
    CHANCE,
    RULES,
    acting,
    do,
    give,
    hold,
    names,
    new_state,
    opened,
    show,
    tools,
)


def placing() -> State:
    state = opened(3)
    for _ in range(5):
        do(state, "place_token", place="city")
    return state


def choosing() -> State:
    state = new_state(2, {"scoundrels": "choose"})
    RULES.evolve(state, RULES.opening_events(state, CHANCE)[0])
    do(state, "choose_scoundrel", scoundrel="hans")
    return state


def on_squares() -> State:
    state = opened(3, given={"squares": "chosen"})
    do(state, "place_token", place="villa", square=2)
    return state


def at_city() -> State:
    state = acting("city", [0])
    state.display[0] = tools("HHM")
    return state


def at_villa() -> State:
    state = acting("villa", [0])
    show(state, "villa", "GOL4", "COI1")
    give(state, 0, "LHM")
    return state


def at_ruin() -> State:
    state = acting("ruin", [0])
    give(state, 0, "LHM")
    return state


def at_harbor() -> State:
    state = acting("harbor", [0])
    show(state, "harbor", "FA5", "FC1")
    hold(state, 0, "STA1")
    hold(state, 1, "GOL1")
    return state


def at_empty_city() -> State:
    state = at_city()
    state.display[0] = []
    return state


REFUSED: list[tuple[Callable[[], State], str, dict[str, Any], str]] = [
    (choosing, "choose_scoundrel", {"scoundrel": "hans"}, "hans is already chosen"),
    (choosing, "choose_scoundrel", {"scoundrel": "robin"}, "'robin' is not one of the names"),
    (placing, "place_token", {"place": "city"}, "all squares of the city are taken"),
    (placing, "place_token", {"place": "bank"}, "'bank' is not one of the names"),
    (placing, "place_token", {"place": "villa", "square": 0}, "unknown field `square`"),
    (placing, "pass", {}, "the move must be of type place_token now"),
    (on_squares, "place_token", {"place": "villa", "square": 2}, "square 2 of the villa is taken"),
    (on_squares, "place_token", {"place": "villa", "square": 5}, "there is no 5"),
    (on_squares, "place_token", {"place": "villa"}, "missing required field `square`"),
    (at_city, "take_tools", {"tools": names("H")}, "exactly 2 of the tools in the city, not 1"),
    (at_city, "take_tools", {"tools": names("HHM")}, "exactly 2 of the tools in the city, not 3"),
    (at_city, "take_tools", {"tools": names("MM")}, "the city has no map to take"),
    (at_city, "steal_loot", {"slot": 0, "with_scoundrel": False}, "type take_tools or pass now"),
    (at_empty_city, "take_tools", {"tools": names("MM")}, "no tools left in the city"),
    (at_villa, "steal_loot", {"slot": 2, "with_scoundrel": False}, "no loot in slot 2"),
    (at_villa, "steal_loot", {"slot": -1, "with_scoundrel": False}, "no loot in slot -1"),
    (at_villa, "steal_loot", {"slot": 0, "with_scoundrel": False}, "you lack pliers and welding"),
    (at_villa, "steal_loot", {"slot": 0, "with_scoundrel": True}, "lends a hammer, which that"),
    (at_villa, "steal_loot", {"slot": 1, "with_scoundrel": True}, "you lack welding for that"),
    (at_ruin, "exchange_tools", {"square": 5, "tools": names("L")}, "there is no 5"),
    (at_ruin, "exchange_tools", {"square": 1, "tools": names("L")}, "takes 2 tools, not 1"),
    (at_ruin, "exchange_tools", {"square": 1, "tools": names("LP")}, "you have no pliers to give"),
    (
        at_harbor,
        "sell_loot",
        {"fence": "FB1", "loot": ["STA1"]},
        "that fence is not at the harbour",
    ),
    (at_harbor, "sell_loot", {"fence": "FA5", "loot": []}, "you can sell one or two loot cards"),
    (at_harbor, "sell_loot", {"fence": "FA5", "loot": ["STA1"] * 2}, "you can sell one or two"),
    (at_harbor, "sell_loot", {"fence": "FA5", "loot": ["GOL1"]}, "you do not hold GOL1"),
    (at_harbor, "sell_loot", {"fence": "FA5", "loot": ["GOL2"]}, "you do not hold GOL2"),
]


@pytest.mark.parametrize(("table", "kind", "fields", "reason"), REFUSED)
def test_a_move_is_refused(
    table: Callable[[], State], kind: str, fields: dict[str, Any], reason: str
) -> None:
    state = table()

    with pytest.raises(IllegalMoveError) as refused:
        do(state, kind, **fields)

    assert reason in refused.value.reason


def test_loot_that_another_seat_holds_is_refused_like_loot_that_lies_anywhere_else() -> None:
    reasons = []
    for loot in ("GOL1", "GOL2"):
        with pytest.raises(IllegalMoveError) as refused:
            do(at_harbor(), "sell_loot", fence="FA5", loot=[loot])
        reasons.append(refused.value.reason.replace(loot, "it"))

    assert reasons[0] == reasons[1]


def test_a_seat_whose_turn_it_is_not_is_refused() -> None:
    state = at_villa()

    with pytest.raises(NotYourTurnError):
        RULES.decide(state, 1, (0,), CHANCE)


def test_nothing_can_be_done_after_the_end() -> None:
    state = acting("harbor", [0])
    state.money[2] = 20
    do(state, "pass")

    with pytest.raises(IllegalMoveError, match="no move can be made now"):
        RULES.parse_move(state, 0, {"type": "pass"})
