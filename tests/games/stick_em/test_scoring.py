"""What a round of Stick 'Em is worth: the rulebook's examples and the rulings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.stick_em.cards import COLOUR, NUMBER
from games.stick_em.scoring import round_points
from tests.games.stick_em.dealer import card, cards

SCORES = {
    "SE-V13 Jillian of the rulebook": ("Y2", "Y5 Y4 B1 B3 B5 G7 R0 R11", -5),
    "SE-V14 Andrew of the rulebook": ("R0", "R2 R4 R1 Y1 Y2 Y3 G1 G2 B1 B2 P0 P11", 2),
    "SE-V15 a zero counts nothing in the pain colour and one in any other": (
        "R3",
        "R0 G0 B11 Y3",
        0,
    ),
    "SE-V16 no tricks, and the pain card counts all the same": ("B14", "", -14),
    "a pain card that is a zero costs nothing": ("B0", "", 0),
}


@pytest.mark.parametrize(("pain", "captured", "points"), SCORES.values(), ids=SCORES)
def test_a_round_scores(pain: str, captured: str, points: int) -> None:
    assert round_points(card(pain), cards(captured)) == points


@given(pain=st.integers(0, 89), captured=st.sets(st.integers(0, 89)))
def test_a_round_is_the_sum_of_its_cards(pain: int, captured: set[int]) -> None:
    hurting = [card for card in captured if COLOUR[card] == COLOUR[pain]]
    harmless = len(captured) - len(hurting)

    expected = harmless - sum(NUMBER[card] for card in hurting) - NUMBER[pain]

    assert round_points(pain, list(captured)) == expected
