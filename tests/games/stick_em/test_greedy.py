"""The greedy bot plays Stick 'Em with some sense, and far better than chance."""

import pytest

from bots import registry
from games.core import Seat
from games.stick_em.greedy import choose
from games.stick_em.model import State
from tests.bots.tables import play, seen
from tests.games.stick_em.dealer import RULES, playing
from tests.games.stick_em.dealer import play as play_cards

GREEDY, RANDOM = registry.bot("greedy"), registry.bot("random")


def choice(state: State, seat: Seat) -> str:
    """Return the card that the bot plays."""
    return str(choose(seen(RULES, state, seat))["card"])


def test_it_takes_a_harmless_trick_as_the_last_to_play() -> None:
    state = playing(["B3 B1", "B10 B2", "G11 B0"], "R1 R2 Y3")
    play_cards(state, "B3 B10")

    assert choice(state, 2) == "green-11"


def test_it_does_not_take_a_trick_that_hurts() -> None:
    state = playing(["Y8 B1", "Y7 B2", "G11 Y0"], "R1 R2 Y3")
    play_cards(state, "Y8 Y7")

    assert choice(state, 2) == "yellow-0"


def test_it_sticks_the_winner_with_his_own_pain_colour() -> None:
    state = playing(["B3 B1", "G10 B2", "R9 P9 R0"], "Y1 R2 Y3")
    play_cards(state, "B3 G10")

    assert choice(state, 2) == "red-9"


@pytest.mark.parametrize(("seats", "share"), [(3, 0.8), (4, 0.8), (6, 0.6)])
def test_it_comes_first_most_of_the_time_against_random_moves(seats: int, share: float) -> None:
    matches = 30
    firsts = 0
    for number in range(matches):
        bots = [GREEDY if seat == number % seats else RANDOM for seat in range(seats)]
        outcome, _ = play(RULES, bots, seed=number, given={"rounds": 2})
        firsts += outcome.placings[number % seats] == 1

    assert firsts / matches >= share


def test_a_random_player_comes_last_most_of_the_time_among_greedy_ones() -> None:
    lasts = 0
    for number in range(20):
        bots = [RANDOM if seat == number % 4 else GREEDY for seat in range(4)]
        outcome, _ = play(RULES, bots, seed=number, given={"rounds": 1})
        lasts += outcome.placings[number % 4] == 4

    assert lasts >= 16
