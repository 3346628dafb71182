"""The shape of an event, before and after it is stored. Pure."""

from datetime import datetime
from typing import NamedTuple


class Point(NamedTuple):
    """How far somebody knows a stream. Histories that share a point are the same up to it."""

    version: int
    hash: bytes | None = None
    """The hash of the event at version; None when only the version is known."""


class NewEvent(NamedTuple):
    """An event that is about to be appended."""

    type: str
    body: str
    """Canonical JSON."""
    schema: int = 1


class StoredEvent(NamedTuple):
    """An event as it stands in the store."""

    version: int
    type: str
    schema: int
    body: str
    actor: str
    key: str | None
    fingerprint: bytes | None
    at: datetime
    hash: bytes
