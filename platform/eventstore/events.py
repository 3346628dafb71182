"""The shape of an event, before and after it is stored. Pure."""

from datetime import datetime
from typing import NamedTuple

import msgspec

IMPORT = "import"
"""The actor of events that came from a log: who acted elsewhere is not known here."""


class Point(NamedTuple):
    """How far somebody knows a stream. Histories that share a point are the same up to it."""

    version: int
    hash: bytes | None = None
    """The hash of the event at version; None when only the version is known."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """Where in its stream an event stands, when it happened and who did it."""

    version: int
    at: datetime
    actor: str


class NewEvent(NamedTuple):
    """An event that is about to be appended."""

    type: str
    body: str
    """Canonical JSON."""
    schema: int = 1


class Author(NamedTuple):
    """Who appends an event, as the chain protects it."""

    actor: str
    key: str | None
    """Of the command; None for the events that follow its first."""
    fingerprint: bytes | None
    salt: bytes
    """Random bytes of the command that nobody is shown."""

    @property
    def of_the_rest(self) -> "Author":
        """The author of the events of a command that follow its first."""
        return Author(self.actor, None, None, self.salt)


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
    chain: int = 1
    """The version of the chain that the hash is of."""
    salt: bytes | None = None
    """What hides the author in the log; None under chain 1 and of an imported event."""
    by: bytes | None = None
    """The digest of the author, of an imported event under chain 2."""
