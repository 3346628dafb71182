"""A logo that somebody has uploaded, drawn anew: no byte of the file itself is ever sent on."""

import io
from typing import NamedTuple

from PIL import Image

from api.problems import invalid
from games.messages import Message

BYTES_MAX = 1_000_000
PIXELS_MAX = 4_000_000
HEIGHT = 96
"""Twice the height at which pages show it."""
WIDTH_MAX = 288
FORMATS = ("PNG", "JPEG", "WEBP")


class Logo(NamedTuple):
    """A PNG of our own."""

    png: bytes
    width: int
    height: int


def redraw(uploaded: bytes) -> Logo:
    """Return a picture as a small PNG without anything that came with it; raises `invalid`."""
    if len(uploaded) > BYTES_MAX:
        raise invalid("logo", Message("must have at most %(most)s bytes", most=BYTES_MAX))
    try:
        with Image.open(io.BytesIO(uploaded), formats=FORMATS) as picture:
            if picture.width * picture.height > PIXELS_MAX:
                raise invalid("logo", Message("must have at most %(most)s pixels", most=PIXELS_MAX))
            drawn = picture.convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise invalid("logo", Message("must be a picture as PNG, JPEG or WebP")) from error
    drawn.thumbnail((WIDTH_MAX, HEIGHT))
    clean = Image.new("RGBA", drawn.size)
    clean.paste(drawn)
    out = io.BytesIO()
    clean.save(out, "PNG", optimize=True)
    return Logo(out.getvalue(), *clean.size)
