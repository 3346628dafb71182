"""JSON in and out of the API, and what a body may not be: too large, too deep, not JSON."""

import math
from collections.abc import Iterator, Mapping

import msgspec

from api.problems import Problem, invalid
from games.messages import Message

BODY_BYTES_MAX = 256 * 1024
DEPTH_MAX = 32
"""Arrays and objects within one another; the deepest request of the API has six."""

encode = msgspec.json.encode

INTEGERS_MAX = 2**53
"""Whole floats below this size are integers to everybody who reads JSON (RFC 8259, section 6)."""


def number(text: str) -> float | int:
    """Return the number of a literal with a point or exponent; JSON's 3.0 is the integer 3."""
    value = float(text)
    if math.isinf(value):
        message = f"{text} is too large"
        raise ValueError(message)
    return int(value) if value.is_integer() and abs(value) < INTEGERS_MAX else value


_decoder = msgspec.json.Decoder(float_hook=number)


def decode(body: bytes) -> object:
    """Return the value of a JSON body.

    Raises the problems `payload_too_large`, `parse_error` (no JSON, not UTF-8, too deep) and
    `invalid` (a text holds U+0000, which PostgreSQL cannot store).
    """
    if len(body) > BODY_BYTES_MAX:
        raise too_large()
    try:
        value: object = _decoder.decode(body)
    except RecursionError:
        raise too_deep() from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(
            "parse_error", Message("The body is not valid JSON: %(fault)s.", fault=str(error))
        ) from error
    # Every level opens with a bracket, so few brackets mean few levels.
    if body.count(b"[") + body.count(b"{") > DEPTH_MAX and not is_within_depth(value, DEPTH_MAX):
        raise too_deep()
    if b"\\u0000" in body:
        reject_nul(value)
    return value


def too_large() -> Problem:
    """Return the problem of a body over the limit."""
    return Problem(
        "payload_too_large",
        Message("A body may have at most %(bytes_max)s bytes.", bytes_max=BODY_BYTES_MAX),
    )


def too_deep() -> Problem:
    """Return the problem of a body with too many levels."""
    return Problem(
        "parse_error",
        Message("A body may have at most %(depth_max)s levels.", depth_max=DEPTH_MAX),
    )


def is_within_depth(value: object, levels: int) -> bool:
    """Return whether a value has at most so many levels of arrays and objects."""
    if isinstance(value, dict):
        return levels > 0 and all(is_within_depth(item, levels - 1) for item in value.values())
    if isinstance(value, list):
        return levels > 0 and all(is_within_depth(item, levels - 1) for item in value)
    return True


def reject_nul(value: object) -> None:
    """Raise `invalid`, naming the field, when a text anywhere in a value holds U+0000."""
    for field, text in iter_strings(value, ""):
        if "\0" in text:
            raise invalid(
                field.replace("\0", "�"), Message("must not hold the character U+0000"), code="nul"
            )


def iter_strings(value: object, field: str) -> Iterator[tuple[str, str]]:
    """Yield every text in a value, names of fields too, with the field that it belongs to."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            inner = f"{field}.{name}" if field else name
            yield inner, name
            yield from iter_strings(item, inner)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from iter_strings(item, f"{field}[{index}]")
