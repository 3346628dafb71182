"""How a stream of any kind says no where the store has refused a command."""

from api.problems import Problem
from eventstore.errors import ConcurrencyError, KeyReusedError, StoreError
from games.messages import Message


def refused_by_store(error: StoreError, not_found: Problem) -> Problem:
    """Say why the store has refused; where there is no such stream, as its kind says it."""
    if isinstance(error, ConcurrencyError):
        return version_conflict(error.expected, error.current)
    return key_reused() if isinstance(error, KeyReusedError) else not_found


def version_conflict(expected: int, current: int) -> Problem:
    """Say that somebody else was faster."""
    return Problem(
        "version_conflict",
        Message(
            "You decided at version %(expected)s, but version %(current)s is the newest."
            " Fetch it again and decide again, with a new key.",
            expected=expected,
            current=current,
        ),
        params={"expected": expected, "current": current},
    )


def key_reused() -> Problem:
    """Say that the key belongs to another request."""
    return Problem(
        "idempotency_key_reused",
        Message("This key was used for another request. Take a new key for each new request."),
    )
