"""The tree of moves of fixed deals, against stored counts: a change of any rule shows here."""

from collections.abc import Callable

import pytest

from games.core import replay
from games.sticky_fingers.model import State
from tests.games.sticky_fingers.dealer import CHANCE, RULES, acting, give, hold, opened, show, tools


def leaves(state: State, rounds: int = 1) -> tuple[int, int]:
    """Return how many ways lead to the end of the round, and all the money over them."""
    if state.round > rounds:
        return 1, sum(state.money)
    (seat,) = RULES.to_act(state)
    count = money = 0
    for move in RULES.legal_moves(state, seat):
        following = replay(RULES, state.copy(), RULES.decide(state, seat, move, CHANCE))
        more, won = leaves(following)
        count += more
        money += won
    return count, money


def at_city() -> State:
    state = acting("city", [0, 1, 0])
    state.display[0] = tools("HHLMP")
    return state


def at_villa() -> State:
    state = acting("villa", [0, 1, 0, 2])
    show(state, "villa", "MON1", "COI3")
    for seat, hand in enumerate(("HHPP", "HHWP", "HHHP")):
        give(state, seat, hand)
    return state


def at_ruin() -> State:
    state = acting("ruin", [0, 1, 0])
    give(state, 0, "HHL")
    give(state, 1, "W")
    state.piles[0] = tools("PMPMPMPM")
    return state


def at_harbor() -> State:
    state = acting("harbor", [0, 1, 0])
    show(state, "harbor", "FA5", "FA1", "FB1")
    hold(state, 0, "STA1", "STA4", "PAI3")
    hold(state, 1, "PAI1", "PAI2", "GOL4")
    return state


@pytest.mark.parametrize(
    ("table", "count", "money"),
    [(at_city, 94, 0), (at_villa, 47, 78), (at_ruin, 279, 0), (at_harbor, 310, 2282)],
)
def test_the_actions_of_a_fixed_table(table: Callable[[], State], count: int, money: int) -> None:
    assert leaves(table()) == (count, money)


@pytest.mark.parametrize(
    ("squares", "counts"),
    [("first_free", [5, 25, 125, 625]), ("chosen", [25, 600])],
)
def test_the_first_tokens_of_a_match(squares: str, counts: list[int]) -> None:
    tables = [opened(2, given={"squares": squares})]
    for count in counts:
        tables = [
            replay(RULES, state.copy(), RULES.decide(state, seat, move, CHANCE))
            for state in tables
            for seat in RULES.to_act(state)
            for move in RULES.legal_moves(state, seat)
        ]
        assert len(tables) == count
