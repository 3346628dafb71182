"""What became of an attempt to deliver something, and how long to wait before the next. Pure."""

from datetime import timedelta
from typing import Literal, NamedTuple

Verdict = Literal["sent", "again", "failed", "gone", "dropped"]
BACKOFF_S = (10, 60, 300, 1800, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
"""Seconds before each further attempt; after the last one it has failed."""
WAIT_MAX_S = 24 * 3600
GONE = (404, 410)
"""What a push service answers of a subscription that has ended (RFC 8030, section 7.3)."""


class Outcome(NamedTuple):
    """What became of an attempt."""

    verdict: Verdict
    reason: str = ""
    """A code: `timeout`, `unreachable`, `private_address`, `redirect`, `answer`, `stale` …"""
    status_code: int | None = None
    wait_s: int | None = None
    """How long the other side asks us to wait."""


SENT = Outcome("sent")
ERROR = Outcome("again", "error")
"""Something in it made our own program fail; whoever runs the site finds it in the logs."""


def wait(attempts: int, asked_s: int | None) -> timedelta | None:
    """Return how long to wait after so many failed attempts; None when it is not tried again."""
    if attempts > len(BACKOFF_S):
        return None
    least = BACKOFF_S[attempts - 1]
    return timedelta(seconds=min(WAIT_MAX_S, max(least, asked_s or 0)))
