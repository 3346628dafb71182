"""Moves of Pickpocket as clients send them, and why some are refused."""

from typing import Any

import pytest

from games.core import IllegalMoveError
from games.pickpocket.model import State
from tests.games.pickpocket.dealer import CHANCE, RULES, do, draw, move_of, tavern

PINNED: list[tuple[str, dict[str, Any]]] = [
    ("draw", {"type": "draw_tile"}),
    ("play PKV", {"type": "play_tile", "tile": "PKV"}),
    ("leave", {"type": "leave", "lay_down": None}),
    ("leave 1", {"type": "leave", "lay_down": 1}),
    ("beer", {"type": "drink_beer"}),
]


@pytest.mark.parametrize(("words", "data"), PINNED)
def test_a_move_has_its_pinned_form(words: str, data: dict[str, Any]) -> None:
    state = tavern(3)

    assert RULES.move_data(state, 0, move_of(words)) == data
    assert RULES.parse_move(state, 0, data) == move_of(words)


def test_a_power_is_chosen_in_its_pinned_form() -> None:
    state = tavern(4, "2 3", powers={})
    draw(state, 2)
    data = {"type": "choose_power", "power": "glove"}

    assert RULES.move_data(state, 3, move_of("take glove")) == data
    assert RULES.parse_move(state, 3, data) == move_of("take glove")


def test_a_redraw_is_decided_in_its_pinned_form() -> None:
    state = tavern(4, "PP VJ", powers={"ambidextrous": 1})
    draw(state, 2)

    for words, name in (("redraw", "use_redraw"), ("decline", "decline_redraw")):
        assert RULES.move_data(state, 1, move_of(words)) == {"type": name}
        assert RULES.parse_move(state, 1, {"type": name}) == move_of(words)


def refused(state: State, data: dict[str, Any]) -> str:
    """Return why the move of the seat on turn is refused."""
    (seat,) = RULES.to_act(state)
    with pytest.raises(IllegalMoveError) as refusal:
        RULES.decide(state, seat, RULES.parse_move(state, seat, data), CHANCE)
    return refusal.value.reason


def test_a_refusal_says_what_is_wrong() -> None:
    state = tavern(4, "PP", ["", "VJ"])
    draw(state, 1)

    assert refused(state, {"type": "play_tile", "tile": "PK"}) == "there is no PK in your hand"
    assert refused(state, {"type": "play_tile", "tile": "VJ"}) == (
        "VJ does not extend any unbroken line"
    )
    assert refused(state, {"type": "play_tile", "tile": "XX"}).startswith("'XX' is not one of")
    assert refused(state, {"type": "leave", "lay_down": 9}) == "there is no seat 9"
    assert refused(state, {"type": "leave"}).startswith("leave: ")
    assert refused(state, {"type": "drink_beer"}) == "you do not have the beer tonight"
    assert refused(state, {"type": "use_redraw"}) == (
        "the move must be of type draw_tile or play_tile or leave or drink_beer now"
    )


def test_the_last_thief_is_told_that_he_cannot_leave() -> None:
    state = tavern(2)
    do(state, "leave 1")

    assert refused(state, {"type": "leave", "lay_down": None}) == (
        "the last thief cannot leave, and must play stop-or-double"
    )
    with pytest.raises(IllegalMoveError, match="the last thief cannot leave"):
        RULES.decide(state, 1, move_of("leave"), CHANCE)


def test_what_is_no_move_at_all_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="cannot be done now"):
        RULES.decide(tavern(4), 0, 1000, CHANCE)
