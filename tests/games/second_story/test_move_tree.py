"""The tree of moves of fixed nights, against stored counts: a change of any rule shows here."""

import pytest

from games.chance import FairChance
from games.core import replay
from games.second_story.model import State
from tests.games.second_story.dealer import ALL_CARDS, RULES, Night, cards


def last_turn(houses: str, **options: object) -> State:
    """Return the last turn of a match, with these houses in the deck and no discard pile."""
    first, _, rest = houses.partition(" ")
    night = Night(first, lairs=["MSWL", "MS"], given={**ALL_CARDS, **options})
    night.state.draw = cards(rest)
    night.state.last_seat = 0
    return night.state


def leaves(state: State, root: bytes) -> tuple[int, int, int]:
    """Return the ways to the end, and the sums of the seat's scores and chips over all of them."""
    outcome = RULES.outcome(state)
    if outcome is not None:
        return 1, outcome.scores[0], sum(state.lairs[0])
    count, scores, chips = 0, 0, 0
    for move in RULES.legal_moves(state, 0):
        # Rolls have a label each, so that every branch rolls the same dice in the same order.
        events = RULES.decide(state, 0, move, FairChance(root))
        ways, more_scores, more_chips = leaves(replay(RULES, state.copy(), events), root)
        count += ways
        scores += more_scores
        chips += more_chips
    return count, scores, chips


@pytest.mark.parametrize(
    ("houses", "may_decline", "root", "counts"),
    [
        ("2MK 3SK 5ML 2WL", True, 5, (196, 303, 1206)),
        ("2MK 3SK 5ML 2WL", False, 5, (57, 95, 382)),
        ("2MK 3SK 5ML 2WL", True, 10, (340, 635, 2612)),
        ("2MK CS AW TSWY X 2SY", True, 36, (460, 810, 3296)),
        ("PMSL CM CW CL AL TMLY", True, 10, (3249, 5781, 22419)),
        ("PMSL CM AS TMLY CS 2SY", True, 33, (2242, 2874, 9192)),
    ],
)
def test_the_last_turn_of_a_fixed_deck_and_fixed_rolls(
    houses: str, may_decline: bool, root: int, counts: tuple[int, int, int]
) -> None:
    state = last_turn(houses, may_decline_chip=may_decline)

    assert leaves(state, bytes([root]) * 32) == counts
