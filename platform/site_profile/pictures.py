"""A picture that somebody has uploaded, decoded so that it can be drawn anew."""

import io
import struct
from collections.abc import Sequence

from PIL import Image, ImageOps

from api.problems import invalid
from games.messages import Message

FORMATS = ("PNG", "JPEG", "WEBP")
BROKEN = (
    OSError,
    EOFError,
    SyntaxError,
    ValueError,
    struct.error,
    Image.DecompressionBombError,
)
"""What Pillow raises for files that are cut off, or made to look like pictures."""


def decoded(uploaded: bytes, field: str, *, bytes_max: int, pixels_max: int) -> Image.Image:
    """Return the pixels of a picture the right way up, and nothing that came with them.

    Raises `invalid` for the field where it is no picture, or too large to be looked at.
    """
    if len(uploaded) > bytes_max:
        raise invalid(field, Message("must have at most %(most)s bytes", most=bytes_max))
    try:
        with Image.open(io.BytesIO(uploaded), formats=FORMATS) as picture:
            if picture.width * picture.height > pixels_max:
                raise invalid(field, Message("must have at most %(most)s pixels", most=pixels_max))
            upright = ImageOps.exif_transpose(picture)
            return clean(upright.convert("RGBA"))
    except BROKEN as error:
        raise invalid(field, Message("must be a picture as PNG, JPEG or WebP")) from error


def clean(picture: Image.Image) -> Image.Image:
    """Return the same pixels without any mark of where they come from."""
    bare = Image.new("RGBA", picture.size)
    bare.paste(picture)
    return bare


def shrunk(picture: Image.Image, size: Sequence[int]) -> Image.Image:
    """Return a picture that fits into a size; a smaller one as it is."""
    small = picture.copy()
    small.thumbnail((size[0], size[1]))
    return small
