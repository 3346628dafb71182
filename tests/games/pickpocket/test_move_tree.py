"""The tree of moves of fixed deals, against stored counts: a change of any rule shows here."""

from typing import Any

import pytest

from games.core import replay
from games.pickpocket.model import State
from tests.games.pickpocket.dealer import CHANCE, RULES, tavern


def leaves(state: State) -> tuple[int, tuple[int, ...]]:
    """Return how many ways there are to the night's end, and each seat's scores over them."""
    if state.night > 1 or RULES.outcome(state) is not None:
        return 1, tuple(state.scores)
    (seat,) = RULES.to_act(state)
    count, sums = 0, (0,) * state.seats
    for move in list(RULES.legal_moves(state, seat)):
        following = replay(RULES, state.copy(), RULES.decide(state, seat, move, CHANCE))
        more, scores = leaves(following)
        count += more
        sums = tuple(map(sum, zip(sums, scores, strict=True)))
    return count, sums


BAG = "PKV 3 KJ PK VJ KK PV JJ 4"
HANDS = ["PK JJ", "VJ KK", "PV KJ", "PKJ PP"]
EVERY = {"ambidextrous": 0, "passage": 1, "glove": 1, "beer": 0, "accomplice": 0, "illusion": 1}


@pytest.mark.parametrize(
    ("seats", "powers", "options", "count", "sums"),
    [
        (2, None, {}, 188, (784, 885)),
        (2, None, {"guard_counts_in_double": False}, 193, (788, 931)),
        (3, None, {}, 3315, (14204, 15556, 15841)),
        (4, None, {}, 7743, (28951, 31594, 33557, 35434)),
        (2, EVERY, {}, 1783, (7143, 12701)),
        (2, EVERY, {"passage": "dutch"}, 1783, (7143, 11447)),
    ],
)
def test_a_night_with_a_fixed_bag(
    seats: int,
    powers: dict[str, int] | None,
    options: dict[str, Any],
    count: int,
    sums: tuple[int, ...],
) -> None:
    state = tavern(seats, BAG, HANDS[:seats], powers=powers, **options)

    assert leaves(state) == (count, sums)
