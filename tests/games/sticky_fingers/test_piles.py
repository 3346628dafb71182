"""When cards run out in Sticky Fingers."""

import pytest

from games.sticky_fingers.cards import FENCES, LOOT
from games.sticky_fingers.model import NONE, State
from tests.games.sticky_fingers.dealer import (
    RULES,
    Stacked,
    acting,
    do,
    give,
    names,
    show,
    tools,
)

EAGER: dict[str, object] = {"reshuffle": "eager"}


def exchanging(pile: str, discards: str, given: dict[str, object] | None = None) -> State:
    """Return a table at which Hans exchanges, with those tools in the piles, next first."""
    state = acting("ruin", [0, 1], given=given)
    give(state, 0, "HHHH")
    state.piles[0] = tools(pile)[::-1]
    state.discards[0] = tools(discards)
    return state


def test_sf_v21_a_draw_across_a_reshuffle() -> None:
    state = exchanging("W", "LLLMM")
    chance = Stacked(tools_2=tools("MHL"))

    told = do(state, "exchange_tools", chance, square=2, tools=names("HHH"))

    assert chance.shuffled["tools/2"] == tools("HHHLLLMM")
    assert told == [
        ("tools_exchanged", {"seat": 0, "square": 2, "tools": names("HHH")}),
        ("pile_shuffled", {"pile": "tools", "order": names("MHL" + "HHLLM")}),
        ("tools_drawn", {"seat": 0, "tools": names("W" + "MHL")}),
    ]
    assert len(state.piles[0]) == 5
    assert state.discards[0] == []


def test_sf_23_tools_just_given_may_come_back() -> None:
    state = exchanging("", "")

    told = do(state, "exchange_tools", square=0, tools=names("H"))

    assert told[1] == ("pile_shuffled", {"pile": "tools", "order": names("H")})
    assert told[2] == ("tools_drawn", {"seat": 0, "tools": names("H")}), "SF-26: one is all"


@pytest.mark.parametrize(("given", "shuffles"), [({}, 1), (EAGER, 2)])
def test_sf_25_a_pile_that_a_draw_empties(given: dict[str, object], shuffles: int) -> None:
    state = exchanging("WP", "LLL", given)

    told = do(state, "exchange_tools", square=0, tools=names("H"))

    assert told[-1] == ("tools_drawn", {"seat": 0, "tools": names("WP")})
    assert state.shuffles[0] == shuffles
    assert len(state.piles[0]) == (0 if shuffles == 1 else 4)


def test_eager_shuffles_an_empty_pile_when_a_card_is_needed_if_there_was_nothing_before() -> None:
    state = exchanging("", "", EAGER)
    state.squares[11] = 0

    first = do(state, "exchange_tools", square=4, tools=names("H"))
    second = do(state, "exchange_tools", square=0, tools=names("H"))

    assert [kind for kind, _ in first] == ["tools_exchanged", "pile_shuffled", "tools_drawn"]
    assert [kind for kind, _ in second[:3]] == [kind for kind, _ in first]


def closing(given: dict[str, object] | None = None) -> State:
    """Return a table whose last action of the round comes next."""
    return acting("harbor", [0], given=given)


def test_sf_v22_nothing_is_left_to_fill_the_city_with() -> None:
    state = closing()
    state.display[0] = tools("H")
    state.piles[0] = []
    state.discards[0] = []

    told = do(state, "pass")

    assert [kind for kind, _ in told] == ["action_passed", "round_ended", "round_began"]
    assert state.display[0] == tools("H")


def test_sf_26_as_many_cards_as_there_are_fill_the_lowest_gaps() -> None:
    state = closing()
    state.display[1] = [NONE, NONE]
    state.display[3] = [NONE, LOOT.index("GOL1")]
    state.piles[1] = [LOOT.index("COI1")]
    state.discards[1] = []

    told = do(state, "pass")

    back = {"protection": "showcase", "tools": names("HW")}
    assert told[1] == ("display_filled", {"place": "villa", "cards": [back]})
    assert state.display[1] == [LOOT.index("COI1"), NONE]
    assert state.display[3][0] == NONE


def test_sf_34_the_city_is_filled_first_and_the_villa_before_the_museum() -> None:
    state = closing()
    state.display[0] = tools("HLMP")
    state.display[1] = [NONE, NONE]
    state.display[3] = [NONE, LOOT.index("GOL1")]
    state.display[4] = []
    state.piles[1] = [LOOT.index(name) for name in ("COI3", "PAI5", "MON5")]

    told = do(state, "pass")

    filled = [(data["place"], data["cards"]) for kind, data in told if kind == "display_filled"]
    assert [(place, len(cards)) for place, cards in filled] == [
        ("city", 2),
        ("villa", 2),
        ("museum", 1),
        ("harbor", 3),
    ]
    assert state.display[1] == [LOOT.index("MON5"), LOOT.index("PAI5")]
    assert state.display[3] == [LOOT.index("COI3"), LOOT.index("GOL1")]


def test_sf_33_what_is_left_over_stays() -> None:
    state = closing()
    before = [cards[:] for cards in state.display]

    told = do(state, "pass")

    assert state.display == before
    assert [kind for kind, _ in told] == ["action_passed", "round_ended", "round_began"]


def test_a_reshuffled_fence_comes_back_in_dataset_order_under_its_own_label() -> None:
    state = acting("harbor", [0], seats=2)
    show(state, "harbor", "FA1")
    state.piles[2] = []
    state.discards[2] = [FENCES.index(name) for name in ("FC1", "FA2", "FB3")]
    chance = Stacked()

    told = do(state, "pass", chance)

    assert chance.labels == ["fences/2"]
    assert told[1] == ("pile_shuffled", {"pile": "fences", "order": ["FA2", "FB3", "FC1"]})
    assert told[2] == ("display_filled", {"place": "harbor", "cards": ["FA2"]})
    assert RULES.view(state, 0)["piles"]["fences"] == 2
