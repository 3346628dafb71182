"""The greedy bot plays Sticky Fingers with some sense, and far better than chance."""

from typing import Any

import pytest

from bots import registry
from games.sticky_fingers.greedy import choose
from games.sticky_fingers.model import State
from tests.bots.tables import play, seen
from tests.games.sticky_fingers.dealer import (
    RULES,
    Stacked,
    acting,
    do,
    give,
    hold,
    names,
    opened,
    show,
    tools,
)

GREEDY, RANDOM = registry.bot("greedy"), registry.bot("random")


def choice(state: State) -> dict[str, Any]:
    """Return the move of whoever has to act."""
    return choose(seen(RULES, state))


def test_it_goes_to_the_harbor_with_loot_that_a_fence_buys() -> None:
    state = opened(2, Stacked(tools_1=tools("HL")))
    show(state, "harbor", "FB1", "FA5")
    hold(state, 0, "PAI4")

    assert choice(state) == {"type": "place_token", "place": "harbor"}


def test_it_goes_where_loot_lies_that_it_can_pay_for() -> None:
    state = opened(2)
    show(state, "villa", "MON5")
    show(state, "museum", "PAI5", "JEW3")
    give(state, 0, "HWW")

    assert choice(state) == {"type": "place_token", "place": "villa"}


def test_it_takes_the_tools_that_it_lacks_for_the_loot_on_its_way() -> None:
    state = acting("city", [0])
    state.squares[5] = 0
    state.display[0] = tools("MMMLPW")
    show(state, "villa", "GOL4", "PAI5")
    give(state, 0, "W")

    assert choice(state)["tools"] == names("LP")


def test_it_saves_its_tool_where_the_scoundrel_can_lend_one() -> None:
    state = acting("villa", [0])
    show(state, "villa", "GOL2")
    give(state, 0, "HP")

    assert choice(state) == {"type": "steal_loot", "slot": 0, "with_scoundrel": True}


def test_it_sells_where_most_is_paid() -> None:
    state = acting("harbor", [0])
    show(state, "harbor", "FA5", "FB1", "FC1")
    hold(state, 0, "PAI3", "GOL1")

    assert choice(state) == {"type": "sell_loot", "fence": "FB1", "loot": ["PAI3"]}


def test_it_takes_the_first_scoundrel() -> None:
    state = RULES.new_state(2, RULES.check_options(2, {"scoundrels": "choose"}))
    RULES.evolve(state, RULES.opening_events(state, Stacked())[0])

    assert choice(state) == {"type": "choose_scoundrel", "scoundrel": "pascal"}
    do(state, "choose_scoundrel", scoundrel="pascal")
    assert choice(state) == {"type": "choose_scoundrel", "scoundrel": "hans"}


@pytest.mark.parametrize(("seats", "matches"), [(2, 20), (4, 10)])
def test_it_comes_first_most_of_the_time_against_random_moves(seats: int, matches: int) -> None:
    firsts = 0
    for number in range(matches):
        bots = [GREEDY if seat == number % seats else RANDOM for seat in range(seats)]
        outcome, _ = play(RULES, bots, seed=number)
        firsts += outcome.placings[number % seats] == 1

    assert firsts / matches >= 0.8


def test_a_match_of_greedy_bots_lasts_about_eight_rounds() -> None:
    for seats in (2, 5):
        _, states = play(RULES, [GREEDY] * seats, seed=1, given={"squares": "chosen"})
        assert 5 <= states[-1].round <= 13
