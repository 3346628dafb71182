"""How a match of Sticky Fingers ends."""

import pytest

from games.core import Outcome
from games.sticky_fingers.views import space
from tests.games.sticky_fingers.dealer import RULES, acting, do, hold, new_state, show

HANS, YOSHIKO, TOMMASO = range(3)


def test_sf_v19_the_round_is_completed_after_somebody_has_passed_20() -> None:
    state = acting("harbor", [HANS, YOSHIKO])
    show(state, "harbor", "FC1", "FC2")
    hold(state, HANS, "GOL3")
    hold(state, YOSHIKO, "STA3")
    state.money = [19, 18, 0]
    do(state, "sell_loot", fence="FC1", loot=["GOL3"])

    assert RULES.outcome(state) is None, "SF-35"
    view = RULES.view(state, TOMMASO)
    assert (view["money"], view["spaces"]) == ([22, 18, 0], [2, 18, 0])
    told = do(state, "sell_loot", fence="FC2", loot=["STA3"])
    assert told[-1] == ("round_ended", {"round": 1, "money": [22, 22, 0]})
    assert RULES.outcome(state) == Outcome((1, 1, 3), (22, 22, 0)), "SF-36"


def test_the_displays_are_filled_after_the_last_round_too() -> None:
    state = acting("harbor", [HANS])
    show(state, "harbor", "FC1", "FC2", "FC3")
    hold(state, HANS, "GOL3")
    state.money[HANS] = 19

    told = do(state, "sell_loot", fence="FC1", loot=["GOL3"])

    assert [kind for kind, _ in told] == ["loot_sold", "display_filled", "round_ended"]
    assert len(state.display[4]) == 3


def test_sf_v20_equal_money_shares_the_victory() -> None:
    state = acting("harbor", [HANS])
    state.money = [21, 23, 23]
    do(state, "pass")

    outcome = RULES.outcome(state)

    assert outcome == Outcome((3, 1, 1), (21, 23, 23))
    assert RULES.to_act(state) == ()
    assert RULES.view(state, HANS)["phase"] == "over"


def test_19_does_not_end_the_game_and_20_does() -> None:
    for money, over in ((19, False), (20, True)):
        state = acting("harbor", [HANS])
        state.money[YOSHIKO] = money
        do(state, "pass")
        assert (RULES.outcome(state) is not None) == over


def test_sf_37_tools_and_loot_are_worth_nothing_at_the_end() -> None:
    state = acting("harbor", [HANS])
    hold(state, HANS, "GOL4", "JEW5")
    state.money = [19, 20, 0]
    do(state, "pass")

    assert RULES.current_scores(state) == (19, 20, 0)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.placings == (2, 1, 3)


@pytest.mark.parametrize(
    ("money", "shown"), [(0, 0), (20, 20), (21, 1), (22, 2), (40, 20), (41, 1)]
)
def test_sf_38_the_track_goes_on_from_1(money: int, shown: int) -> None:
    assert space(new_state(2), money) == shown


def test_the_start_goes_round_to_the_left() -> None:
    state = acting("harbor", [HANS])
    starters = []
    for _ in range(4):
        starters.append(state.starter)
        while state.phase == 3:
            do(state, "pass")
        for _ in range(9):
            do(state, "place_token", place="ruin" if state.placed < 5 else "museum")

    assert starters == [0, 1, 2, 0]
