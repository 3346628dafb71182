"""Which accounts this process has just heard of: by a request, or by a stream that is open.

Notes are kept in memory, one an account, until whoever needs them takes them (`matches.presence`).
"""

from threading import Lock
from time import monotonic
from uuid import UUID

_seen: dict[UUID, float] = {}
_lock = Lock()


def mark_seen(account: UUID) -> None:
    """Note that an account is there now."""
    with _lock:
        _seen[account] = monotonic()


def drain() -> dict[UUID, float]:
    """Return how many seconds ago each account was last there, and forget it."""
    now = monotonic()
    with _lock:
        taken = dict(_seen)
        _seen.clear()
    return {account: now - at for account, at in taken.items()}
