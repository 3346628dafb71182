"""How a match ends: a suit runs out, everybody has one more turn, or nobody ever goes home."""

import pytest

from games.core import Outcome, replay
from games.second_story.events import LastNightBegan, NightBegan, NightEnded, ThiefCaught
from games.second_story.model import NIGHTS_MAX
from tests.games.second_story.dealer import CHANCE, RULES, Night, chips, suits


def nights(night: Night) -> list[int]:
    """Return whose nights have begun."""
    return [event.seat for event in night.events if isinstance(event, NightBegan)]


def test_ss_v18_the_last_chip_in_a_lost_bag_begins_no_last_night() -> None:
    night = Night("2MK 2WL", [1], bag="Y", bank={"Y": 0})

    night.rob("thorough")

    assert night.state.bank[4] == 1
    night.chance.dice = [10]
    night.rob("thorough")
    night.move("end_night")
    assert "last_night_began" not in night.told()


def three_thieves(houses: str, dice: list[int]) -> Night:
    """Return a table of three where seat 1 has just brought home the last wyrm of the bank.

    The others are in the lair of seat 2.
    """
    night = Night(f"9MS 2SY {houses}", [1, 10, *dice], seats=3, bank={"Y": 1})
    night.rob("thorough")
    night.rob("thorough")
    night.move("end_night")
    return night


def test_ss_v19_after_the_trigger_everybody_has_one_turn_and_the_trigger_the_last() -> None:
    night = three_thieves("2MK 2WL 3MW", [10, 10, 10])

    assert night.events[-4:-2] == [NightEnded(1, suits("SY")), LastNightBegan(4, 1)]
    for _ in range(3):
        assert RULES.outcome(night.state) is None
        night.rob("thorough")
        night.move("end_night")

    assert nights(night) == [0, 1, 2, 0, 1]
    assert night.told().count("last_night_began") == 1
    assert RULES.to_act(night.state) == ()
    assert RULES.outcome(night.state) == Outcome((3, 1, 2), (1, 1, 1))


def test_ss_v20_chips_that_flow_back_do_not_stop_the_last_night() -> None:
    night = three_thieves("CY 2WL 3MW", [9, 9, 9, 9, 10, 10])

    night.move("take_second_chance")
    night.move("accept_caught")
    assert night.state.bank[4] == 1
    for _ in range(2):
        night.rob("thorough")
        night.move("end_night")

    assert nights(night) == [0, 1, 2, 0, 1]
    assert RULES.outcome(night.state) is not None


def test_the_last_turn_may_end_in_a_catch() -> None:
    night = three_thieves("2MK 2WL 3MW", [1, 1, 1])

    for _ in range(3):
        night.rob("thorough")

    assert isinstance(night.events[-1], ThiefCaught)
    assert RULES.outcome(night.state) is not None


def test_a_chip_that_an_ace_returns_in_time_begins_no_last_night() -> None:
    night = Night("2SY AY 2MK", [10, 10], bank={"Y": 1})

    night.rob("thorough")
    assert night.state.bank[4] == 0
    night.move("enter_house")
    night.rob("thorough")
    night.move("end_night")

    assert "last_night_began" not in night.told()


def test_of_two_suits_that_ran_out_the_first_in_canonical_order_is_told() -> None:
    night = Night("2SY", [10], bank={"S": 1, "Y": 1})

    night.rob("thorough")

    assert night.move("end_night")[1] == LastNightBegan(1, 0)


def test_a_match_is_given_up_after_a_thousand_nights_and_placed_by_the_lairs() -> None:
    night = Night("2MK 2SY", [1, 1], lairs=["MMSS", "MS"])
    night.state.night = NIGHTS_MAX - 1

    night.rob("thorough")
    assert RULES.outcome(night.state) is None
    night.rob("thorough")

    assert RULES.to_act(night.state) == ()
    assert RULES.outcome(night.state) == Outcome((1, 2), (2, 1), "abandoned")


def test_a_suit_that_runs_out_on_the_thousandth_night_is_told_but_too_late() -> None:
    night = Night("2SY", [10], bank={"Y": 1})
    night.state.night = NIGHTS_MAX

    night.rob("thorough")
    events = night.move("end_night")

    assert events == [NightEnded(0, suits("SY")), LastNightBegan(4, 0)]
    outcome = RULES.outcome(night.state)
    assert outcome is not None
    assert outcome.reason == "abandoned"


def test_a_match_that_is_broken_off_is_placed_by_the_lairs_without_the_bag() -> None:
    night = Night("2MK", lairs=["MMSS", "MS"], bag="KKK")

    assert RULES.current_scores(night.state) == (2, 1)
    assert RULES.rank_keys(night.state) == ((2, 0, 0, 0, 0), (1, 0, 0, 0, 0))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nights_go_round_to_the_left_from_a_drawn_starter(seats: int) -> None:
    night = Night("9MS 9WY 9LK 8MS 8WL 8YK", [1] * (seats + 1), seats=seats)

    for _ in range(seats + 1):
        night.rob("thorough")

    began = [event for event in night.events if isinstance(event, NightBegan)]
    assert [(event.night, event.seat) for event in began] == [
        (number + 1, number % seats) for number in range(seats + 2)
    ]


def test_time_runs_out_carefully() -> None:
    night = Night("7SK", [10, 1])
    careful = []
    while RULES.to_act(night.state) == (0,):
        move = RULES.timeout_move(night.state, 0)
        careful.append(RULES.move_data(night.state, 0, move))
        replay(RULES, night.state, RULES.decide(night.state, 0, move, night.chance))

    assert careful == [
        {"type": "choose_approach", "approach": "quick"},
        {"type": "take_chips", "suits": ["suns"]},
        {"type": "end_night"},
    ]
    assert night.state.lairs[0] == chips("S")


def test_time_that_runs_out_spends_nothing_that_is_safe_at_home() -> None:
    night = Night("CS 9MS", [1, 1], lairs=["S"])

    move = RULES.timeout_move(night.state, 0)
    replay(RULES, night.state, RULES.decide(night.state, 0, move, CHANCE))

    assert night.state.lairs[0] == chips("S")
    assert RULES.to_act(night.state) == (1,)
