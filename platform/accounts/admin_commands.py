"""What the staff orders at the admin's desk, and what it is told of it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID


class AdminCommand(NamedTuple):
    """What a command of the staff comes with."""

    account: UUID
    username: str
    reason: str
    key: str
    dry_run: bool

    @property
    def actor(self) -> str:
        """The actor of its events."""
        return f"account:{self.account}"


class CommandOutcome(NamedTuple):
    """What a command comes to, in a sentence and a table."""

    summary: str
    heading: Sequence[str] = ()
    rows: Sequence[Sequence[object]] = ()
