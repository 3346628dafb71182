"""Plans for k² players at tables of k, k + 1 rounds: everybody meets everybody once. Pure.

These are the affine planes of order k: round m has the lines of slope m, the last one the
verticals. They exist for k = 2, 3, 4 and 5; k = 4 needs the field of four elements, k = 6 has none
(Euler's officers).
"""

from collections.abc import Callable

GF4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements; sums are bitwise exclusive."""


def _field(order: int) -> Callable[[int, int, int], int] | None:
    """Return m, x, b -> m·x + b in the field of that order; None where there is none here."""
    if order in {2, 3, 5}:
        return lambda m, x, b: (m * x + b) % order
    if order == 4:
        return lambda m, x, b: GF4[m][x] ^ b
    return None


def plane(players: int, size: int, round_number: int) -> list[list[int]] | None:
    """Return a round, from 1, of the plan for that many players; None where there is no plan.

    Players are 0 to players - 1. There is none for another number of players than size², nor
    after the last of the size + 1 rounds.
    """
    line = _field(size)
    if line is None or players != size * size or not 1 <= round_number <= size + 1:
        return None
    slope = round_number - 1
    if slope == size:
        return [[x * size + y for y in range(size)] for x in range(size)]
    return [[x * size + line(slope, x, b) for x in range(size)] for b in range(size)]
