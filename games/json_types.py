"""What JSON becomes in Python, where a schema tells what is in it and the type checker cannot."""

from collections.abc import Mapping
from typing import Any

import msgspec

JsonObject = dict[str, Any]
"""An object, as `json.loads` returns it."""
JsonMapping = Mapping[str, Any]
"""The same where it is only read."""

QUOTED_MAX = 60


def quote_json(value: object) -> str:
    """Return a value that somebody has sent as JSON, as far as a message quotes it."""
    return msgspec.json.encode(value).decode()[:QUOTED_MAX]
