"""The greedy bot plays Pickpocket with some sense, and far better than chance."""

from typing import Any

import pytest

from bots import registry
from games.pickpocket.greedy import choose
from games.pickpocket.model import State
from tests.bots.tables import play, seen
from tests.games.pickpocket.dealer import RULES, do, draw, tavern

GREEDY, RANDOM = registry.bot("greedy"), registry.bot("random")


def choice(state: State) -> dict[str, Any]:
    """Return the move that the bot makes for the seat on turn."""
    return choose(seen(RULES, state))


def test_it_stays_while_there_is_nothing_to_take() -> None:
    assert choice(tavern(4))["type"] == "draw_tile"


def test_it_leaves_with_much_when_a_guard_stands_and_one_line_is_left() -> None:
    state = tavern(4, "JJ VJ 4 JJ")
    draw(state, 4)

    assert choice(state)["type"] == "leave"


def test_it_lays_down_the_rival_who_is_ahead() -> None:
    state = tavern(3, "JJ 5 JJ")
    draw(state, 3)
    state.scores = [10, 10, 20]

    assert choice(state) == {"type": "leave", "lay_down": 2}


def test_it_doubles_from_its_hand_where_the_bag_is_a_danger() -> None:
    state = tavern(2, "JJ 5 JJ", ["VJ JJ"])
    do(state, "draw", "draw", "draw", "leave 0")

    assert choice(state)["type"] == "play_tile"


def test_it_drinks_its_beer_rather_than_draw_in_danger() -> None:
    state = tavern(2, "JJ 5 JJ JJ", powers={"beer": 0})
    do(state, "draw", "draw", "draw", "leave 0", "draw")

    assert choice(state)["type"] == "drink_beer"


@pytest.mark.parametrize(("seats", "moves"), [(3, "decline_redraw"), (4, "use_redraw")])
def test_it_takes_a_warning_and_draws_again_rather_than_be_out(seats: int, moves: str) -> None:
    state = tavern(seats, "PP VJ", powers={"ambidextrous": 1})
    draw(state, 2)

    assert choice(state)["type"] == moves


@pytest.mark.parametrize("powers", [False, True])
def test_it_beats_random_moves_most_of_the_time(powers: bool) -> None:
    matches, won = 40, 0
    for number in range(matches):
        bots = [GREEDY if seat == number % 2 else RANDOM for seat in range(2)]
        outcome, _ = play(RULES, bots, seed=number, given={"powers": powers})
        won += outcome.placings[number % 2] == 1

    assert won / matches >= 0.8
