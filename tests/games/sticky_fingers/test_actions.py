"""What tokens do at the places of Sticky Fingers: vectors and rulings."""

from typing import Any

import pytest

from games.core import IllegalMoveError
from games.sticky_fingers.model import State
from tests.games.sticky_fingers.dealer import (
    RULES,
    acting,
    do,
    give,
    hold,
    legal,
    letters,
    names,
    show,
    tools,
)

HANS, YOSHIKO, TOMMASO = range(3)


def thief(hand: str, *loot: str, queue: tuple[int, ...] = (HANS,)) -> State:
    """Return a table at which Hans robs the Villa of that loot."""
    state = acting("villa", queue)
    show(state, "villa", *loot)
    give(state, HANS, hand)
    return state


def theft(slot: int, *, lent: bool) -> dict[str, Any]:
    return {"slot": slot, "with_scoundrel": lent}


def seller(*loot: str, fences: tuple[str, ...] = ("FA4", "FA5", "FB1")) -> State:
    """Return a table at which Hans sells that loot."""
    state = acting("harbor", [HANS])
    show(state, "harbor", *fences)
    hold(state, HANS, *loot)
    return state


def sales(state: State, fence: str) -> list[list[str]]:
    return [move["loot"] for move in legal(state, "sell_loot") if move["fence"] == fence]


# The City.


def test_two_tools_are_taken_in_any_pair() -> None:
    state = acting("city", [HANS])
    state.display[0] = tools("HHM")

    assert legal(state, "take_tools") == [{"tools": names("HH")}, {"tools": names("HM")}]


def test_sf_6_the_last_tool_of_the_city_is_taken_alone() -> None:
    state = acting("city", [HANS])
    state.display[0] = tools("W")

    assert legal(state) == [{"type": "pass"}, {"type": "take_tools", "tools": names("W")}]


def test_sf_v17_the_third_token_at_the_city_of_two_players_gets_nothing() -> None:
    state = acting("city", [0, 1, 0], seats=2)
    for _ in range(2):
        do(state, "take_tools", tools=legal(state, "take_tools")[0]["tools"])

    assert state.display[0] == [], "SF-7: the City is not filled between two tokens"
    assert legal(state) == [{"type": "pass"}]
    assert do(state, "pass")[0] == ("action_passed", {"seat": 0, "place": "city"})


# The Villa and the Museum.


def test_sf_9_the_tools_on_the_back_are_paid_exactly() -> None:
    state = thief("PPWWLLMM", "GOL4", "JEW1")

    told = do(state, "steal_loot", **theft(0, lent=False))

    assert told[0][1]["paid"] == names("LPW")
    assert letters(state.hands[HANS]) == "LMMPW"


def test_sf_10_the_scoundrel_lends_no_other_tool_than_its_own() -> None:
    assert legal(thief("LP", "GOL4"), "steal_loot") == []


def test_sf_11_the_scoundrel_covers_one_icon_and_a_card_the_other() -> None:
    assert legal(thief("HP", "COI3"), "steal_loot") == [theft(0, lent=True)]


def test_sf_12_the_scoundrel_cannot_cover_two_icons() -> None:
    assert legal(thief("P", "COI3"), "steal_loot") == []


def test_sf_v14_two_hammers_and_pliers() -> None:
    assert legal(thief("HP", "STA3"), "steal_loot") == [theft(0, lent=True)]
    assert legal(thief("P", "STA3"), "steal_loot") == []
    assert len(legal(thief("HHP", "STA3"), "steal_loot")) == 2


def test_sf_v13_the_scoundrel_lends_its_tool_once_at_a_place() -> None:
    state = thief("PW", "GOL2", "COI1", queue=(HANS, HANS))
    do(state, "steal_loot", **theft(0, lent=True))

    with pytest.raises(IllegalMoveError, match="your scoundrel has lent its hammer at this place"):
        do(state, "steal_loot", **theft(1, lent=True))
    assert legal(state, "steal_loot") == []


def test_sf_13_another_seats_scoundrel_is_free_at_that_place() -> None:
    state = thief("P", "GOL2", "JEW2", queue=(HANS, TOMMASO))
    give(state, TOMMASO, "H")
    do(state, "steal_loot", **theft(0, lent=True))

    assert legal(state, "steal_loot") == [theft(1, lent=True)]


def test_sf_14_the_scoundrel_need_not_lend_its_tool() -> None:
    state = thief("HP", "GOL2")

    assert legal(state, "steal_loot") == [theft(0, lent=False), theft(0, lent=True)]


def test_a_scoundrel_that_has_not_lent_its_tool_may_still_do_so_at_the_place() -> None:
    state = thief("HPW", "GOL2", "COI1", queue=(HANS, HANS))
    do(state, "steal_loot", **theft(0, lent=False))

    assert legal(state, "steal_loot") == [theft(1, lent=True)]


def test_sf_15_who_cannot_pay_passes_and_his_token_comes_home() -> None:
    state = thief("", "GOL4", queue=(HANS, HANS))

    assert legal(state) == [{"type": "pass"}]
    do(state, "pass")
    assert state.squares[5] < 0


def test_sf_16_a_chest_is_cashed_at_once() -> None:
    state = thief("WW", "MON5")

    told = do(state, "steal_loot", **theft(0, lent=True))

    assert told[1] == ("chest_cashed", {"seat": HANS, "loot": "MON5", "value": 3})
    assert state.money[HANS] == 3
    assert state.discards[1] == [4], "SF-17"


def test_a_stolen_card_leaves_a_gap_and_the_others_keep_their_slots() -> None:
    state = thief("PL", "GOL2", "COI2", queue=(HANS, HANS))
    do(state, "steal_loot", **theft(0, lent=True))

    assert RULES.view(state, HANS)["villa"][0] is None
    with pytest.raises(IllegalMoveError, match="no loot in slot 0 of the villa"):
        do(state, "steal_loot", **theft(0, lent=False))


def test_sf_19_a_hand_and_a_hoard_may_be_of_any_size() -> None:
    state = acting("villa", [HANS])
    hold(state, HANS, *(f"{kind}{number}" for kind in ("PAI", "GOL") for number in (1, 2, 3, 4, 5)))
    show(state, "villa", "COI1")
    give(state, HANS, "HHHHHHHHHHHHWWWWWWWWWWWW")

    assert len(legal(state, "steal_loot")) == 2


# The Ruin.


def at_the_ruin(hand: str, queue: tuple[int, ...] = (HANS,)) -> State:
    state = acting("ruin", queue)
    give(state, HANS, hand)
    return state


def test_sf_20_and_21_every_empty_square_that_the_hand_suffices_for() -> None:
    two = legal(at_the_ruin("HM"), "exchange_tools")

    assert [(move["square"], move["tools"]) for move in two] == [
        (0, names("H")),
        (0, names("M")),
        (1, names("HM")),
        (3, names("HM")),
        (4, names("H")),
        (4, names("M")),
    ]


def test_an_exchange_square_stays_closed_until_the_ruin_ends() -> None:
    state = at_the_ruin("HM", (HANS, HANS, YOSHIKO))
    do(state, "exchange_tools", square=0, tools=names("H"))

    assert RULES.view(state, YOSHIKO)["exchange"][0] == {"give": 1, "draw": 2, "seat": HANS}
    assert 0 not in {move["square"] for move in legal(state, "exchange_tools")}
    with pytest.raises(IllegalMoveError, match="exchange square 0 is taken"):
        do(state, "exchange_tools", square=0, tools=names("M"))
    do(state, "pass")
    do(state, "pass")
    assert [square["seat"] for square in RULES.view(state, HANS)["exchange"]] == [None] * 5


def test_sf_v18_a_hand_that_no_square_is_left_for_can_only_pass() -> None:
    state = at_the_ruin("H", (YOSHIKO, YOSHIKO, HANS))
    do(state, "exchange_tools", square=0, tools=legal(state, "exchange_tools")[0]["tools"])
    four = [move for move in legal(state, "exchange_tools") if move["square"] == 4]
    do(state, "exchange_tools", **four[0])

    assert legal(state) == [{"type": "pass"}]
    before = state.exchange[:]
    assert [seat for seat in before if seat >= 0] == [YOSHIKO, YOSHIKO]


def test_sf_21_without_tools_the_action_is_lost() -> None:
    assert legal(at_the_ruin("")) == [{"type": "pass"}]


def test_sf_22_who_declines_blocks_no_square() -> None:
    state = at_the_ruin("HM", (HANS, HANS))
    do(state, "pass")

    assert {move["square"] for move in legal(state, "exchange_tools")} == {0, 1, 3, 4}


def test_sf_24_the_scoundrels_tool_is_not_in_the_hand() -> None:
    assert {move["square"] for move in legal(at_the_ruin("M"), "exchange_tools")} == {0, 4}


# The Harbor.


def test_sf_v12_a_fence_that_shows_a_type_twice_buys_one_or_two() -> None:
    state = seller("STA1", "STA4", "GOL1", fences=("FA5",))

    assert sales(state, "FA5") == [["STA1"], ["STA4"], ["GOL1"], ["STA1", "STA4"]]
    with pytest.raises(IllegalMoveError, match="must be of one type"):
        do(state, "sell_loot", fence="FA5", loot=["STA1", "GOL1"])
    told = do(state, "sell_loot", fence="FA5", loot=["STA4", "STA1"])
    assert told[0][1]["points"] == 5
    assert state.money[HANS] == 5


def test_sf_27_a_fence_that_shows_a_type_once_buys_one() -> None:
    state = seller("GOL1", "GOL3", fences=("FA5",))

    assert sales(state, "FA5") == [["GOL1"], ["GOL3"]]
    with pytest.raises(IllegalMoveError, match="fence FA5 buys only one gold"):
        do(state, "sell_loot", fence="FA5", loot=["GOL1", "GOL3"])


def test_sf_v15_a_bonus_is_paid_on_top() -> None:
    told = do(seller("JEW3"), "sell_loot", fence="FA5", loot=["JEW3"])

    assert told[0][1]["points"] == 4


def test_sf_v16_a_fence_buys_no_type_that_it_does_not_show() -> None:
    state = seller("COI5")

    assert legal(state, "sell_loot") == [{"fence": "FA4", "loot": ["COI5"]}]
    for fence in ("FA5", "FB1"):
        with pytest.raises(IllegalMoveError, match=f"fence {fence} does not buy coins"):
            do(state, "sell_loot", fence=fence, loot=["COI5"])


def test_sf_30_a_fence_is_gone_once_it_has_bought() -> None:
    state = acting("harbor", [HANS, HANS])
    show(state, "harbor", "FA5", "FC1")
    hold(state, HANS, "GOL1", "GOL2")
    do(state, "sell_loot", fence="FA5", loot=["GOL1"])

    assert legal(state, "sell_loot") == [{"fence": "FC1", "loot": ["GOL2"]}]


def test_sf_8_every_action_may_be_passed() -> None:
    for place in ("city", "villa", "ruin", "museum", "harbor"):
        state = acting(place, [HANS])
        assert legal(state)[0] == {"type": "pass"}
        told = do(state, "pass")
        assert told[0] == ("action_passed", {"seat": HANS, "place": place})


def test_a_seat_whose_time_runs_out_passes() -> None:
    state = seller("JEW3")

    assert RULES.move_data(state, HANS, RULES.timeout_move(state, HANS)) == {"type": "pass"}
