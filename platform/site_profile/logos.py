"""A logo that somebody has uploaded, drawn anew: no byte of the file itself is ever sent on."""

import io
from typing import NamedTuple

from site_profile import pictures

BYTES_MAX = 1_000_000
PIXELS_MAX = 4_000_000
HEIGHT = 96
"""Twice the height at which pages show it."""
WIDTH_MAX = 288


class Logo(NamedTuple):
    """A PNG of our own."""

    png: bytes
    width: int
    height: int


def redraw(uploaded: bytes) -> Logo:
    """Return a picture as a small PNG without anything that came with it; raises `invalid`."""
    picture = pictures.decoded(uploaded, "logo", bytes_max=BYTES_MAX, pixels_max=PIXELS_MAX)
    drawn = pictures.shrunk(picture, (WIDTH_MAX, HEIGHT))
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=True)
    return Logo(out.getvalue(), *drawn.size)
