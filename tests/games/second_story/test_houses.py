"""Houses of rank 2 to 9 and tenements: what is rolled and what is won."""

import pytest

from games.core import IllegalMoveError
from games.second_story.events import ChipsTaken, DiceRolled, NightBegan, ThiefCaught
from tests.games.second_story.dealer import ALL_CARDS, RULES, Night, chips, suits


def test_ss_v5_a_thorough_job_takes_both_suits() -> None:
    night = Night("7SK", [7])

    events = night.rob("thorough")

    assert events[1:] == [DiceRolled(0, (7,), 7), ChipsTaken(0, suits("SK"))]
    assert night.state.bag == chips("SK")
    assert night.legal() == ["end_night", "enter_house"]


def test_ss_v6_a_caught_thief_returns_the_bag() -> None:
    night = Night("7SK", [6], bag="MM")

    events = night.rob("thorough")

    assert events[2:4] == [ThiefCaught(0, suits("MM")), NightBegan(1, 2)]
    assert night.state.bank == [10] * 6
    assert night.state.bag == chips("")


def test_ss_v7_a_quick_job_takes_one_suit_of_choice() -> None:
    night = Night("7SK", [3, 10])

    night.rob("quick")
    assert night.takings() == ["", "S", "K"]
    night.take("K")

    assert night.state.bag == chips("K")


def test_ss_v8_a_quick_job_fails_if_neither_die_reaches_the_rank() -> None:
    night = Night("9MS", [8, 8])

    night.rob("quick")

    assert "thief_caught" in night.told()


def test_ss_v9_a_one_fails_anywhere() -> None:
    night = Night("2MK", [1])

    night.rob("thorough")

    assert "thief_caught" in night.told()


def test_both_dice_of_a_quick_job_succeed_for_one_chip() -> None:
    night = Night("2MK", [10, 10])

    night.rob("quick")

    assert night.takings() == ["", "M", "K"]


def test_ss_v16_a_suit_that_ran_out_is_not_taken_and_not_made_good() -> None:
    night = Night("8WL", [8], bank={"W": 0, "L": 1})

    night.rob("thorough")

    assert night.state.bag == chips("L")


def test_ss_v17_a_house_with_nothing_to_take_may_still_end_the_night() -> None:
    night = Night("8WL", [3], bank={"W": 0, "L": 0})

    night.rob("thorough")

    assert "thief_caught" in night.told()


@pytest.mark.parametrize("approach", ["thorough", "quick"])
def test_a_success_with_nothing_to_take_still_tells_so_and_leaves_the_choice(
    approach: str,
) -> None:
    night = Night("8WL", [8, 8], bank={"W": 0, "L": 0})

    events = night.rob(approach)

    assert events[-1] == ChipsTaken(0, ())
    assert night.legal() == ["end_night", "enter_house"]


def test_a_quick_job_may_only_pick_what_the_bank_has() -> None:
    night = Night("8WL", [8, 1], bank={"W": 0})

    night.rob("quick")

    assert night.takings() == ["", "L"]


def test_without_declining_the_only_chip_is_taken_at_once() -> None:
    night = Night("8WL", [8, 1], bank={"W": 0}, given={"may_decline_chip": False})

    assert night.rob("quick")[-1] == ChipsTaken(0, suits("L"))


def test_without_declining_one_of_two_chips_must_be_taken() -> None:
    night = Night("8WL", [8, 1], given={"may_decline_chip": False})

    night.rob("quick")

    assert night.takings() == ["W", "L"]
    with pytest.raises(IllegalMoveError, match="must take"):
        night.take("")


def test_a_chip_may_be_declined() -> None:
    night = Night("8WL", [8, 1])

    night.rob("quick")

    assert night.take("") == [ChipsTaken(0, ())]
    assert night.state.bag == chips("")


def test_ss_v24_two_flats_give_two_different_suits_from_a_six_on() -> None:
    night = Night("PMSL", [6], given=ALL_CARDS)

    events = night.move("choose_flats", flats=2)

    assert events[1] == DiceRolled(0, (6,), 6)
    assert night.takings() == ["", "M", "S", "L", "MS", "ML", "SL"]
    night.take("LM")
    assert night.state.bag == chips("ML")


def test_ss_v24_two_flats_fail_with_a_five() -> None:
    night = Night("PMSL", [5], given=ALL_CARDS)

    night.move("choose_flats", flats=2)

    assert "thief_caught" in night.told()


@pytest.mark.parametrize(("flats", "need"), [(1, 3), (2, 6), (3, 9)])
def test_more_flats_need_a_higher_roll(flats: int, need: int) -> None:
    for roll, outcome in ((need, "take_chips"), (need - 1, "choose_approach")):
        night = Night("TSWY 2MK", [roll], given=ALL_CARDS)

        night.move("choose_flats", flats=flats)

        assert night.legal() == [outcome]


def test_ss_v25_the_whole_building_gives_what_the_bank_has() -> None:
    night = Night("TSWY", [9], bank={"W": 0}, given=ALL_CARDS)

    night.move("choose_flats", flats=3)
    night.take("SY")

    assert night.state.bag == chips("SY")


def test_ss_v25_without_declining_the_whole_building_is_taken_at_once() -> None:
    given = {**ALL_CARDS, "may_decline_chip": False}
    night = Night("TSWY", [9], bank={"W": 0}, given=given)

    assert night.move("choose_flats", flats=3)[-1] == ChipsTaken(0, suits("SY"))


def test_without_declining_two_flats_are_two_chips() -> None:
    night = Night("TSWY", [9], given={**ALL_CARDS, "may_decline_chip": False})

    night.move("choose_flats", flats=2)

    assert night.takings() == ["SW", "SY", "WY"]


def test_a_bigger_job_may_be_chosen_for_fewer_chips() -> None:
    night = Night("TSWY", [9], bank={"W": 0, "S": 0}, given=ALL_CARDS)

    assert [move["flats"] for move in night.legal_moves()] == [1, 2, 3]
    night.move("choose_flats", flats=3)
    assert night.takings() == ["", "Y"]


def test_there_is_no_way_back_from_a_house() -> None:
    night = Night("7SK")

    assert night.legal() == ["choose_approach"]
    with pytest.raises(IllegalMoveError, match="type choose_approach"):
        night.move("end_night")


def test_every_roll_has_a_label_of_its_own() -> None:
    night = Night("2MK 2SY", [5, 5, 4])

    night.rob("quick")
    night.take("M")
    night.move("enter_house")
    night.rob("thorough")

    assert night.chance.labels == ["starter", "deck/1", "roll/1", "roll/1", "roll/2"]
    assert RULES.current_scores(night.state) == (0, 0)
