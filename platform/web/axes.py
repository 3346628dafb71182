"""The axes of drawings: steps that are easy to read. Pure."""

from math import floor, log10


def nice(step: float) -> float:
    """Return the next larger of 1, 2 or 5 times a power of ten.

    >>> nice(3), nice(12), nice(50), nice(0.6)
    (5.0, 20.0, 50.0, 1.0)
    """
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)
