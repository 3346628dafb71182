"""People who sit at tables with their browsers."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import UUID

from django.utils import timezone

from eventstore import streams
from matches.actors import Player
from matches.events import KIND
from tests.matches import tables
from tests.web.visitors import member, text

BUTTON = re.compile(r'name="move" value="([^"]*)"')
PART = {"X-Part": "table"}


class Person:
    """Someone with a browser and an account that is some days old."""

    def __init__(self, name: str = "") -> None:
        self.client, self.account = member(name)
        self.account.date_joined = timezone.now() - timedelta(days=9)
        self.account.save(update_fields=["date_joined"])
        self.player = Player(self.account.pk, self.account.username)

    def look(self, match: UUID, **headers: str) -> str:
        """Return the page of a match."""
        return text(self.client.get(f"/matches/{match}", headers=headers))

    def press(self, match: UUID, move: str, version: int, **about: Any) -> Any:
        """Press a move's button on a page that showed a version."""
        said = {"move": move, "version": version}
        return self.client.post(f"/matches/{match}/move", said, **about)

    def act(self, match: UUID, act: str, **about: Any) -> Any:
        """Press a button that is no move."""
        version = tables.page(match, self.player)["version"]
        return self.client.post(f"/matches/{match}/act", {"act": act, "version": version, **about})


def buttons(page: str) -> list[str]:
    """Return the moves that a page offers, each once, in their order."""
    return list(dict.fromkeys(unescape(value) for value in BUTTON.findall(page)))


def version_of(match: UUID) -> int:
    """Return the version that a match is at."""
    return len(streams.load(KIND, match))
