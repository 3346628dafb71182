"""What a search reckons a night of Pickpocket with: the odds of the tiles that nobody has seen."""

import pytest

from bots import registry
from games.pickpocket.greedy import choose
from games.pickpocket.model import DOUBLE, TURN
from games.pickpocket.moves import DRAW, LEAVE
from games.pickpocket.night import GUARD, KEPT, Night
from games.pickpocket.tiles import LOOT
from tests.bots.tables import play, seen
from tests.games.pickpocket.dealer import RULES, do, draw, tavern

GREEDY = registry.bot("greedy")


def test_the_last_tile_of_stop_or_double_is_worth_what_any_tile_not_yet_seen_may_bring() -> None:
    state = tavern(2, "JJ 5 JJ VJ")
    do(state, "draw", "draw", "draw", "leave 0", "draw")
    assert state.phase == DOUBLE

    # Of 61 tiles 26 show a jewel, one of them two; 6 guards are among the 7 tiles of the bag.
    assert Night(state, 0).points(DRAW) == pytest.approx((25 * (2 * 6 + 5) + 2 * 7 + 5) / 61 / 7)


def test_a_first_guard_is_as_good_as_loot_in_stop_or_double() -> None:
    state = tavern(2, "JJ JJ VJ 2 2 2")
    do(state, "draw", "draw", "leave 1", "draw")

    # All 7 guards are among the 10 tiles of the bag.
    loot = (25 * 2 * 6 + 2 * 7) / 61
    assert Night(state, 1).points(DRAW) == pytest.approx(0.3 * loot + 0.7 * (2 * 5 + GUARD))


def test_a_tile_of_the_hand_is_sure_and_costs_what_it_is_worth_at_the_end() -> None:
    state = tavern(2, "JJ 5 JJ VJ", ["PJ"])
    do(state, "draw", "draw", "draw", "leave 0", "draw")

    assert Night(state, 0).points(LOOT.index("PJ")) == pytest.approx(2 * 6 + 5 - 2 * KEPT)


def test_to_leave_is_worth_the_loot_and_tonights_guards() -> None:
    state = tavern(4, "JJ PJ 4")
    draw(state, 3)

    assert Night(state, 3).points(LEAVE) == 3 + 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_chooses_as_the_greedy_bot_does(seats: int) -> None:
    _, states = play(RULES, [GREEDY] * seats, seed=seats)
    for state in states:
        seat = state.acting[0]
        best = max(RULES.legal_moves(state, seat), key=Night(state, seat).points)

        assert RULES.move_data(state, seat, best) == choose(seen(RULES, state))
    assert {state.phase for state in states} == {TURN, DOUBLE}
