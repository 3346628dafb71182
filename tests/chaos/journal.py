"""What the clients remember: everything they asked for, were told, and were shown."""

import json
import time
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from uuid import UUID

SHOWN = ("version", "status", "to_act", "view", "legal_moves")
"""The parts of an answer about a match that follow from its history and the viewer alone."""


@dataclass(slots=True)
class Ask:
    """A request that changes something, sent until it is answered."""

    account: UUID
    key: str
    what: str
    """`open`, `sit`, `bot`, `move` or `resign`."""
    match: UUID | None
    asked_at: float = field(default_factory=time.monotonic)
    tries: int = 0
    answered_at: float | None = None
    refused: str | None = None
    """The code of the refusal."""
    answer: Any = None
    was_repeated: bool = False
    """Whether the platform said that it had carried this out before."""

    @property
    def actor(self) -> str:
        """Return the asker as the store names it."""
        return f"account:{self.account}"


@dataclass(frozen=True, slots=True)
class Look:
    """What an account was shown of a match at a version, as a digest."""

    match: UUID
    account: UUID
    version: int
    digest: bytes
    asked_at: float
    """When the request was sent that was answered so."""


@dataclass(slots=True)
class Watch:
    """What one viewer's stream brought, over all of its connections."""

    match: UUID
    account: UUID | None
    events: list[dict[str, Any]] = field(default_factory=list)
    received: list[float] = field(default_factory=list)
    """When each event arrived, in seconds of the epoch."""
    connections: int = 0
    ended: bool = False


class Journal:
    """The memory of all clients of a run. Lists only grow, which threads may do together."""

    def __init__(self) -> None:
        self.asks: list[Ask] = []
        self.looks: list[Look] = []
        self.watches: list[Watch] = []
        self.matches: list[UUID] = []
        """The matches that were opened to be played to their end."""
        self.finished: list[tuple[UUID, float]] = []
        """The matches that their players saw ended, and when."""
        self.complaints: list[str] = []
        """What no client should ever see."""
        self.troubles: dict[str, int] = {}
        """How often a request met what a client must live with: a cut, a refusal to connect."""

    def shown(self, match: UUID, account: UUID, page: Any, asked_at: float) -> None:
        """Remember what an answer showed."""
        self.looks.append(Look(match, account, page["version"], digest(page), asked_at))

    def met(self, trouble: str) -> None:
        """Count a trouble."""
        self.troubles[trouble] = self.troubles.get(trouble, 0) + 1


def digest(page: Any) -> bytes:
    """Return what stands for the parts of an answer that have to be right."""
    parts = {name: page[name] for name in SHOWN}
    return sha256(json.dumps(parts, sort_keys=True).encode()).digest()
