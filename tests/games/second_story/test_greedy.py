"""The greedy bot plays Second Story with some sense, and far better than chance."""

from typing import Any

import pytest

from bots import registry
from games.second_story.greedy import choose
from tests.bots.tables import play, seen
from tests.games.second_story.dealer import ALL_CARDS, RULES, Night

GREEDY, RANDOM = registry.bot("greedy"), registry.bot("random")


def choice(night: Night) -> dict[str, Any]:
    """Return the move that the bot makes."""
    return choose(seen(RULES, night.state))


def test_it_robs_a_safe_house_thoroughly_and_is_quick_about_a_dangerous_one() -> None:
    assert choice(Night("2MK"))["approach"] == "thorough"
    assert choice(Night("9MS", bag="WWLL"))["approach"] == "quick"


def test_it_takes_the_chip_that_makes_the_second_suit() -> None:
    night = Night("9MS", [9, 9], lairs=["MM"])
    night.rob("quick")

    assert choice(night)["suits"] == ["suns"]


def test_it_goes_home_with_a_full_bag_and_on_with_an_empty_one() -> None:
    night = Night("9MS", [9, 9], bag="WWLLYY")
    night.rob("quick")
    night.take("M")
    assert choice(night)["type"] == "end_night"

    night = Night("9MS", [9, 9])
    night.rob("quick")
    night.take("")
    assert choice(night)["type"] == "enter_house"


def test_it_goes_on_when_going_home_would_lose_the_match() -> None:
    night = Night("9MS", [9, 9], lairs=["", "MMMSSS"], bag="WWLL")
    night.state.last_seat = 0
    night.rob("quick")
    night.take("M")

    assert choice(night)["type"] == "enter_house"


def test_it_pays_with_the_excuse_for_a_bag_that_is_worth_it() -> None:
    night = Night("2MK", [1], bag="WWLL", given=ALL_CARDS)
    night.state.excuse_seat = 0
    night.rob("thorough")

    assert choice(night)["type"] == "use_excuse"


@pytest.mark.more
@pytest.mark.parametrize("given", [{}, ALL_CARDS])
def test_it_beats_random_moves_most_of_the_time(given: dict[str, object]) -> None:
    matches, won = 40, 0
    for number in range(matches):
        bots = [GREEDY if seat == number % 2 else RANDOM for seat in range(2)]
        outcome, _ = play(RULES, bots, seed=number, given=given)
        won += outcome.placings[number % 2] == 1

    assert won / matches >= 0.8
