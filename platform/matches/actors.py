"""Who acts: the text that stands as actor on an event."""

from typing import NamedTuple, TypedDict
from uuid import UUID

SYSTEM = "system"
"""The platform itself: clocks and the ends of matches."""


class Player(NamedTuple):
    """An account that asks for something."""

    account: UUID
    username: str
    token: bytes | None = None
    """The digest of the token it came with, checked again when the command is written."""
    site: str = ""
    """Where the request came from (`api.addresses.site`); empty where nobody asks."""
    is_installation: bool = False
    """Whether the installation itself asks, for a tournament or a ladder; no request ever does."""

    @property
    def actor(self) -> str:
        """The actor of its events."""
        return f"account:{self.account}"


class PlayerCommand(TypedDict):
    """What all services take of a player's command."""

    player: Player
    key: str
    """Of two commands of one key the second is answered like the first."""
    fingerprint: bytes
    """A digest of what is asked: the key serves for nothing else."""


def bot_actor(match_id: UUID, seat: int) -> str:
    """Return the actor of a built-in bot's events."""
    return f"bot:{match_id}:{seat}"


def account_of(actor: str) -> UUID | None:
    """Return the account that an actor is, if it is one."""
    kind, _, name = actor.partition(":")
    return UUID(name) if kind == "account" else None
