"""Canonical JSON: one text for one value, so that a hash of the text is a hash of the value."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")

MOMENTS_KEPT = 1024
"""The events of one command, its answer and its clocks name the same moment."""


def encode(data: Mapping[str, object]) -> str:
    """Return data as JSON with sorted keys and no spaces.

    Values are objects, lists, strings, integers, booleans and null. Floats are refused with
    TypeError: their text differs between writers.
    """
    _refuse_floats(data)
    return _encoder.encode(data).decode()


@lru_cache(MOMENTS_KEPT)
def format_timestamp(moment: datetime) -> str:
    """Return a moment as RFC 3339 in UTC with milliseconds: 2026-11-21T10:00:00.123Z.

    It has a zone of fixed distance from UTC, as all moments have that the database gives.
    """
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


def parse_timestamp(text: str) -> datetime:
    """Return the moment that a timestamp names."""
    return datetime.fromisoformat(text)


def truncate_to_ms(moment: datetime) -> datetime:
    """Return a moment cut to the milliseconds that events keep."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _refuse_floats(value: object) -> None:
    if isinstance(value, float):
        message = f"an event keeps integers, not the float {value}"
        raise TypeError(message)
    if isinstance(value, Mapping):
        for part in value.values():
            _refuse_floats(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            _refuse_floats(part)
