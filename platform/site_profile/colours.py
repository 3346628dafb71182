"""Colours of a site: whether they can be read, and the shades that follow from one. Pure."""

import re
from typing import NamedTuple

HEX = re.compile(r"#[0-9a-f]{6}")
CONTRAST_MIN = 4.5
"""Of text on what lies below it (WCAG 2.2, 1.4.3)."""

WHITE, BLACK = "#ffffff", "#000000"


class Ground(NamedTuple):
    """What an accent stands on in one theme: those of `web/static/web/tokens.css`."""

    paper: str
    surface: str
    sunk: str


GROUNDS = {
    "light": Ground("#faf7f1", "#ffffff", "#f1ece2"),
    "dark": Ground("#151619", "#1e2024", "#101114"),
}


class Shades(NamedTuple):
    """What follows from an accent in one theme."""

    accent: str
    strong: str
    soft: str
    on: str


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, *contrast ratio*).

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def least_contrast(accent: str, theme: str) -> float:
    """Return the least contrast that an accent has with what it stands on in a theme."""
    shades = shades_of(accent, theme)
    return min(contrast(accent, each) for each in (*GROUNDS[theme], shades.soft, shades.on))


def shades_of(accent: str, theme: str) -> Shades:
    """Return an accent with its stronger and softer shade, and what is written on it."""
    ground = GROUNDS[theme]
    away = BLACK if theme == "light" else WHITE
    on = max(WHITE, mix(accent, BLACK, 0.9), key=lambda each: contrast(each, accent))
    return Shades(accent, mix(accent, away, 0.3), mix(accent, ground.surface, 0.88), on)


def mix(one: str, other: str, share: float) -> str:
    """Return a colour with a share of another one in it."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    parts = [each / 255 for each in _channels(colour)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
