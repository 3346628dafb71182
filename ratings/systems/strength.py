"""Ten to the power of a rating, the same on every machine.

`10 ** x` of the C library may differ in its last bit between platforms. Here the power is a product
of numbers from three tables, which `decimal` makes the same everywhere, and products and quotients
of floats are exact to the last bit by IEEE 754.
"""

from decimal import Context, Decimal

DECADE = 400
"""Rating points that make odds of ten to one (Elo's logistic curve)."""
STEPS = 1000
"""Steps in a point."""
DECADES_MAX = 100
"""Where the tables end, far beyond any rating: 40,000 points from zero."""

_exact = Context(prec=40)


def _power(numerator: int, denominator: int) -> float:
    exponent = Decimal(numerator) / Decimal(denominator)
    return float(_exact.power(Decimal(10), exponent))


_WHOLE = tuple(_power(points, DECADE) for points in range(DECADE))
_PART = tuple(_power(step, DECADE * STEPS) for step in range(STEPS))
_DECADES = tuple(float(f"1e{decade}") for decade in range(-DECADES_MAX, DECADES_MAX + 1))


def strength(rating: int) -> float:
    """Return 10 ** (rating / 400) for a rating in thousandths of a point.

    A player of strength a is expected to take a / (a + b) of the point against strength b.

    >>> strength(400_000) / (strength(400_000) + strength(0))
    0.9090909090909091
    """
    whole, part = divmod(rating, STEPS)
    decade, points = divmod(whole, DECADE)
    decade = max(-DECADES_MAX, min(DECADES_MAX, decade))
    return _DECADES[decade + DECADES_MAX] * _WHOLE[points] * _PART[part]
