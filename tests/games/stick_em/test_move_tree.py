"""The tree of moves of fixed deals, against stored counts: a change of any rule shows here."""

import pytest

from games.core import replay
from games.stick_em.model import State
from tests.games.stick_em.dealer import CHANCE, RULES, playing


def last_tricks(hands: list[str], pains: str, **options: object) -> State:
    """Return a table with the last tricks of its only round to play."""
    state = playing(hands, pains, given={"rounds": 1, **options})
    state.tricks = 14 - len(hands[0].split())
    return state


def leaves(state: State) -> tuple[int, tuple[int, ...]]:
    """Return how many ways there are to the end, and the sum of each seat's scores over them."""
    outcome = RULES.outcome(state)
    if outcome is not None:
        return 1, outcome.scores
    (seat,) = RULES.to_act(state)
    count, sums = 0, (0,) * state.seats
    for move in list(RULES.legal_moves(state, seat)):
        following = replay(RULES, state.copy(), RULES.decide(state, seat, move, CHANCE))
        more, scores = leaves(following)
        count += more
        sums = tuple(map(sum, zip(sums, scores, strict=True)))
    return count, sums


THREE = ["B3 R0 Y5", "B8 P0 R4", "Y0 G7 B1"]
FOUR = ["B3 R0", "B8 P0", "Y0 G7", "P11 G0"]


@pytest.mark.parametrize(
    ("hands", "pains", "all_zero", "count", "sums"),
    [
        (THREE, "Y2 B4 R1", "aside", 216, (-540, -2106, -76)),
        (THREE, "Y2 B4 R1", "leader_wins", 216, (-518, -2088, -62)),
        (FOUR, "B1 B2 G3 P5", "aside", 16, (-16, -79, -76, -189)),
        (FOUR, "B1 B2 G3 P5", "leader_wins", 16, (-12, -79, -76, -186)),
    ],
)
def test_the_last_tricks_of_a_fixed_deal(
    hands: list[str], pains: str, all_zero: str, count: int, sums: tuple[int, ...]
) -> None:
    assert leaves(last_tricks(hands, pains, all_zero=all_zero)) == (count, sums)
