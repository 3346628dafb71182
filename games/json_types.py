"""What JSON becomes in Python, where a schema tells what is in it and the type checker cannot."""

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""An object, as `json.loads` returns it."""
JsonMapping = Mapping[str, Any]
"""The same where it is only read."""
