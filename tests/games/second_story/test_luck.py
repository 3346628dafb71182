"""Crowns with their second chances, Aces and the Excuse."""

import pytest

from games.core import IllegalMoveError
from games.second_story.cards import THE_EXCUSE
from games.second_story.events import (
    AceResolved,
    ChipRisked,
    ChipsTaken,
    DiceRolled,
    ExcuseFound,
    ExcuseUsed,
    HouseEntered,
    NightEnded,
    ThiefCaught,
)
from games.second_story.model import NOBODY
from tests.games.second_story.dealer import ALL_CARDS, Night, cards, chips, suits

EXCUSE = {"excuse": True}


def test_ss_v10_a_second_chance_that_succeeds_keeps_the_risked_chip_in_the_bag() -> None:
    night = Night("CS", [9, 9, 10, 2], lairs=["S"])

    assert night.move("take_second_chance") == [ChipRisked(0, 1), DiceRolled(0, (10, 2), 10)]
    night.take("S")

    assert night.state.bag == chips("SS")
    assert night.state.lairs[0] == chips("")


def test_ss_v11_a_second_chance_that_fails_loses_the_risked_chip_too() -> None:
    night = Night("CS", [9, 9, 4, 5], lairs=["S"], bag="M")

    events = night.move("take_second_chance")

    assert events[2] == ThiefCaught(0, suits("MS"))
    assert night.state.bank == [10] * 6
    assert night.state.lairs[0] == chips("")


def test_ss_v12_second_chances_go_on_while_chips_last() -> None:
    night = Night("CS", [9, 9, 1, 2, 10, 1], lairs=["SS"])

    night.move("take_second_chance")
    night.move("take_second_chance")
    night.take("S")

    assert night.state.bag == chips("SSS")
    assert night.state.lairs[0] == chips("")


def test_a_second_chance_may_be_declined() -> None:
    night = Night("CS", [9, 9], lairs=["S"], bag="M")

    assert night.legal() == ["take_second_chance", "accept_caught"]
    assert night.move("accept_caught")[0] == ThiefCaught(0, suits("M"))
    assert night.state.lairs[0] == chips("S")


def test_a_second_chance_needs_no_chip_in_the_bank() -> None:
    night = Night("CS", [9, 9, 10, 2], lairs=["S"], bank={"S": 0})

    assert night.move("take_second_chance")[-1] == ChipsTaken(0, ())
    assert night.state.bag == chips("S")


def test_a_second_chance_needs_a_chip_of_the_crowns_suit() -> None:
    night = Night("CS 2MK", [9, 9], lairs=["MWLYK"])

    assert "thief_caught" in night.told()


def test_a_crown_is_rolled_with_two_dice_at_once() -> None:
    night = Night("CS", [1, 10])

    assert night.events[-1] == DiceRolled(0, (1, 10), 10)
    assert night.takings() == ["", "S"]


def test_a_crown_of_a_suit_that_ran_out_is_rolled_for_nothing() -> None:
    night = Night("CS", [1, 10], bank={"S": 0})

    assert night.events[-1] == ChipsTaken(0, ())
    assert night.legal() == ["end_night", "enter_house"]


def test_ss_v13_an_ace_gives_a_chip_and_the_next_card_is_flipped() -> None:
    night = Night("AL 2MK", bank={"L": 3})

    ace, mill = cards("AL 2MK")
    assert night.events[-3:] == [HouseEntered(0, ace), AceResolved(0, 3, 1), HouseEntered(0, mill)]
    assert night.state.bag == chips("L")
    assert night.legal() == ["choose_approach"]


def test_ss_v14_an_ace_takes_one_of_the_chips_in_the_bag() -> None:
    night = Night("AL 2MK", bag="LL")

    assert AceResolved(0, 3, -1) in night.events
    assert night.state.bag == chips("L")
    assert night.state.bank[3] == 9


def test_ss_v15_an_ace_of_a_suit_that_ran_out_does_nothing() -> None:
    night = Night("AL 2MK", bank={"L": 0})

    assert AceResolved(0, 3, 0) in night.events
    assert night.state.bag == chips("")


def test_a_risked_chip_is_in_the_bag_when_an_ace_looks_into_it() -> None:
    night = Night("CS AS 2MK", [9, 9, 10, 2], lairs=["S"])

    night.move("take_second_chance")
    night.take("")
    night.move("enter_house")

    assert AceResolved(0, 1, -1) in night.events


def test_ss_v21_an_excuse_that_was_found_comes_home() -> None:
    night = Night("X 2MK", [5], given=EXCUSE)

    assert ExcuseFound(0) in night.events
    night.rob("thorough")
    events = night.move("end_night")

    assert events[0] == NightEnded(0, suits("MK"))
    assert night.state.excuse_seat == 0
    assert THE_EXCUSE not in night.state.discard


def test_ss_v22_an_excuse_found_tonight_does_not_help_and_is_lost() -> None:
    night = Night("X 2MK", [1], given=EXCUSE)

    night.rob("thorough")

    assert "thief_caught" in night.told()
    assert night.state.excuse_seat == NOBODY
    assert THE_EXCUSE in night.state.discard


def with_excuse(houses: str, dice: list[int], lair: str = "", bag: str = "") -> Night:
    """Return seat 0's second night, the Excuse in its lair; the houses are in play."""
    night = Night(f"X 2MK 2SY {houses}", [5, *dice], lairs=[lair], given=ALL_CARDS)
    night.rob("thorough")
    night.move("end_night")
    night.caught(1)
    night.state.bag = chips(bag)
    return night


def test_ss_v23_the_excuse_pays_for_another_roll_on_a_later_night() -> None:
    night = with_excuse("5ML", [2, 8])

    night.rob("thorough")
    assert night.legal() == ["use_excuse", "accept_caught"]
    events = night.move("use_excuse")

    assert events == [ExcuseUsed(0), DiceRolled(0, (8,), 5), ChipsTaken(0, suits("ML"))]
    assert THE_EXCUSE in night.state.discard
    assert night.state.excuse_seat == NOBODY


def test_the_excuse_rerolls_both_dice_of_a_quick_job() -> None:
    night = with_excuse("5ML", [2, 3, 1, 5])

    night.rob("quick")

    assert night.move("use_excuse")[1] == DiceRolled(0, (1, 5), 5)
    assert night.takings() == ["", "M", "L"]


def test_the_excuse_rerolls_a_tenement_for_the_same_flats() -> None:
    night = with_excuse("TSWY", [2, 6])

    night.move("choose_flats", flats=2)

    assert night.move("use_excuse")[1] == DiceRolled(0, (6,), 6)


def test_the_excuse_may_be_kept() -> None:
    night = with_excuse("5ML 6MW", [2])

    night.rob("thorough")
    night.move("accept_caught")

    assert night.state.excuse_seat == 0


def test_after_the_excuse_a_failed_roll_is_final() -> None:
    night = with_excuse("5ML 6MW", [2, 3])

    night.rob("thorough")

    assert ThiefCaught(0, ()) in night.move("use_excuse")


def test_at_a_crown_the_excuse_and_a_second_chance_go_in_either_order() -> None:
    for first, second in (
        ("use_excuse", "take_second_chance"),
        ("take_second_chance", "use_excuse"),
    ):
        night = with_excuse("CS", [9, 9, 1, 1, 10, 1], lair="S")
        assert night.legal() == ["take_second_chance", "use_excuse", "accept_caught"]

        night.move(first)
        assert night.legal() == [second, "accept_caught"]
        night.move(second)

        assert night.takings() == ["", "S"]


def test_the_excuse_of_another_seat_does_not_help() -> None:
    night = Night("X 2MK 5ML", [5, 2], given=EXCUSE)
    night.rob("thorough")
    night.move("end_night")

    night.rob("thorough")

    assert "thief_caught" in night.told()
    assert night.state.excuse_seat == 0


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("use_excuse", "Excuse is not in your lair"), ("end_night", "must be of type")],
)
def test_a_missed_crown_is_not_left_otherwise(kind: str, reason: str) -> None:
    night = Night("CS", [9, 9], lairs=["S"])

    with pytest.raises(IllegalMoveError, match=reason):
        night.move(kind)
