"""What can go wrong at the store."""

from uuid import UUID


class StoreError(Exception):
    """Anything that the store refuses."""


class ConcurrencyError(StoreError):
    """The stream has moved on: somebody else appended first.

    A timeout or a bot ignores this: the seat moved in time.
    """

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"expected version {expected}, but the stream is at {current}")
        self.expected = expected
        self.current = current


class RewoundError(StoreError):
    """The stream lacks an event that somebody was told: its history has gone back in time."""

    def __init__(self, known: int, current: int) -> None:
        super().__init__(f"version {known} is known, but the stream at {current} does not have it")
        self.known = known
        self.current = current


class DuplicateKeyError(StoreError):
    """The actor has given this stream a command with the key before, or opened one with it."""

    def __init__(self, actor: str, key: str) -> None:
        super().__init__(f"{actor} has used the key {key} before")
        self.actor = actor
        self.key = key


class KeyReusedError(StoreError):
    """The actor has used the key for another request."""


class UnknownStreamError(StoreError):
    """There is no such stream, so nothing can be asked of it."""

    def __init__(self, kind: str, stream_id: UUID) -> None:
        super().__init__(f"there is no {kind} {stream_id}")


class OvertakenError(StoreError):
    """Nothing was written: the stream has moved on since the command was decided."""
