"""Tests that may be looked at after every deal: intervals that hold for all of them at once.

An interval of 95 % for a number of deals set beforehand does not hold for whoever stops when he
likes what he sees. The one here does: the asymptotic confidence sequence of I. Waudby-Smith,
D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas: "Time-uniform central limit theory and asymptotic
confidence sequences", The Annals of Statistics 52 (2024), theorem 2.2; equation 10 tunes it.
"""

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean, pstdev
from typing import Literal, NamedTuple

Verdict = Literal["stronger", "no_step", "open"]

ALPHA = 0.05
"""How likely an interval is to be wrong anywhere on its way."""

TUNED_TO = 60
"""The number of deals at which the interval is narrowest for what it holds."""

DEALS_MIN = 20
"""Fewer tell too little of how much deals differ."""

STEP = 0.55
"""What a level must leave behind of the one below it to be a level of its own."""

EVEN = 0.5


class Interval(NamedTuple):
    """A figure, and between what the true one lies."""

    value: float
    low: float
    high: float


def interval(means: Sequence[float]) -> Interval:
    """Return the mean of the deals' means, with an interval that is valid at any time."""
    count, value = len(means), fmean(means)
    if count < DEALS_MIN:
        return Interval(value, 0.0, 1.0)
    spread = -2 * log(ALPHA)
    rho = (spread + log(spread + 1)) / TUNED_TO
    times = count * rho
    # Some equal deals do not yet tell that all are equal.
    deviation = max(pstdev(means), 1 / count)
    half = deviation * sqrt(2 * (times + 1) / (count * times) * log(sqrt(times + 1) / ALPHA))
    return Interval(value, max(0.0, value - half), min(1.0, value + half))


def verdict(found: Interval) -> Verdict:
    """Tell whether a contest is decided.

    `stronger` where the bot is better than even for sure and by a step as far as can be told;
    `no_step` where it is no step better for sure.
    """
    if found.low > EVEN and found.value >= STEP:
        return "stronger"
    return "no_step" if found.high < STEP else "open"
