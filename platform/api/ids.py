"""Ids that sort by the time of their making: UUID version 7 (RFC 9562, section 5.7)."""

import secrets
import time
from uuid import UUID

VERSION = 7 << 76
VARIANT = 2 << 62
LOW_BITS = 62


def uuid7() -> UUID:
    """Return a new id: 48 bits of Unix milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    high, low = divmod(secrets.randbits(12 + LOW_BITS), 1 << LOW_BITS)
    return UUID(int=milliseconds << 80 | VERSION | high << 64 | VARIANT | low)
