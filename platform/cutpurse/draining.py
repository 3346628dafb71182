"""Whether this process is about to stop, so that a proxy sends its requests elsewhere."""

import threading

_begun = threading.Event()


def begin() -> None:
    """Say from now on that no more requests should come."""
    _begun.set()


def has_begun() -> bool:
    """Return whether the process is about to stop."""
    return _begun.is_set()
