"""What the end of a match is worth to each seat: a share of the others, or a lead over them."""

from collections.abc import Sequence
from math import exp
from statistics import fmean

SLOPE = 0.25
"""What 1 more adds to `expected_scores` of two, where nobody is ahead yet."""


def pairwise_scores(places: Sequence[int]) -> list[float]:
    """Return what part of the others each seat has left behind; a tie counts half.

    >>> pairwise_scores((1, 2, 2))
    [1.0, 0.25, 0.25]
    """
    others = len(places) - 1
    return [
        sum(0.5 if place == other else place < other for other in places) / others - 0.5 / others
        for place in places
    ]


def margin(scores: Sequence[int], seat: int) -> float:
    """Return the score of a seat less the mean of the others.

    >>> margin((30, 20, 10), 0)
    15.0
    """
    others = [score for each, score in enumerate(scores) if each != seat]
    return scores[seat] - fmean(others)


def expected_scores(worths: Sequence[float]) -> list[float]:
    """Return the part of the others that each seat may be expected to leave behind.

    A seat that is 1 ahead of another is expected to stay ahead 73 times in a hundred (logistic).
    """
    others = len(worths) - 1
    totals = [0.0] * len(worths)
    for seat, mine in enumerate(worths):
        for other in range(seat):
            ahead = 1 / (1 + exp(max(-50.0, min(50.0, worths[other] - mine))))
            totals[seat] += ahead
            totals[other] += 1 - ahead
    return [total / others for total in totals]
