"""How far colours are apart, also for those who see some of them alike.

Differences are those of CIE76 in CIELAB under D65. Colour blindness is simulated at full severity
by the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
of Color Vision Deficiency" (2009), on linear sRGB.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import dist

Matrix = tuple[tuple[float, float, float], ...]
Colour = tuple[float, ...]

SIGHTS: Mapping[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
LAB_LINEAR_BELOW = 216 / 24389
SRGB_LINEAR_BELOW = 0.04045


def linear(code: str) -> Colour:
    """Return a colour written `#39406b` in linear sRGB."""
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(
        part / 12.92 if part <= SRGB_LINEAR_BELOW else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )


def times(matrix: Matrix, colour: Colour) -> Colour:
    """Return the product of a matrix and a colour."""
    return tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)


def lab(colour: Colour) -> Colour:
    """Return a linear colour in CIELAB."""
    clipped = tuple(min(max(part, 0.0), 1.0) for part in colour)
    x, y, z = (
        part ** (1 / 3) if part > LAB_LINEAR_BELOW else (24389 / 27 * part + 16) / 116
        for part in (a / b for a, b in zip(times(TO_XYZ, clipped), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_difference(codes: Sequence[str], sight: str) -> float:
    """Return how far the two nearest of the colours are apart for a kind of sight."""
    seen = [lab(times(SIGHTS[sight], linear(code))) for code in codes]
    return min(dist(one, other) for one, other in combinations(seen, 2))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2, *contrast ratio*)."""
    dark, light = sorted(times(TO_XYZ, linear(code))[1] for code in (one, other))
    return (light + 0.05) / (dark + 0.05)
