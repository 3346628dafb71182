"""Ten to the power of a rating, the same on every machine.

`10 ** x` of the C library may differ in its last bit between platforms. Here the power is a product
of numbers from three tables, which `decimal` makes the same everywhere, and products and quotients
of floats are exact to the last bit by IEEE 754.
"""

from collections.abc import Iterable
from decimal import Context, Decimal

DECADE = 400
"""Rating points that make odds of ten to one (Elo's logistic curve)."""
STEPS = 1000
"""Steps in a point."""
POINTS_MAX = 40_000
"""Where the tables end, far beyond any rating."""

_exact = Context(prec=40)


def _power(numerator: int, denominator: int) -> float:
    exponent = Decimal(numerator) / Decimal(denominator)
    return float(_exact.power(Decimal(10), exponent))


_WHOLE = tuple(_power(points, DECADE) for points in range(DECADE))
_PART = tuple(_power(step, DECADE * STEPS) for step in range(STEPS))
_DECADES = POINTS_MAX // DECADE
_POINTS = tuple(
    float(f"1e{decade}") * part for decade in range(-_DECADES, _DECADES) for part in _WHOLE
)
"""By whole points, from -POINTS_MAX on."""
_FROM_ZERO = _POINTS[POINTS_MAX:]
"""By whole points, from 0 on."""
_END = POINTS_MAX * STEPS


def strengths(ratings: Iterable[int]) -> list[float]:
    """Return the strength of each rating: `strength`, written out for who asks for many."""
    return [
        _FROM_ZERO[rating // STEPS] * _PART[rating % STEPS]
        if 0 <= rating < _END
        else strength(rating)
        for rating in ratings
    ]


def strength(rating: int) -> float:
    """Return 10 ** (rating / 400) for a rating in thousandths of a point.

    A player of strength a is expected to take a / (a + b) of the point against strength b.

    >>> strength(400_000) / (strength(400_000) + strength(0))
    0.9090909090909091
    """
    whole = rating // STEPS
    if -POINTS_MAX <= whole < POINTS_MAX:
        return _POINTS[whole + POINTS_MAX] * _PART[rating % STEPS]
    return _POINTS[-1] if whole > 0 else _POINTS[0]
