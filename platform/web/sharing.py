"""What the head of a page tells other sites of it: pages ask here, `web.embeds` answers.

Frames and pictures are made of pages' parts, so pages cannot know them.
"""

from collections.abc import Callable
from typing import Literal

from django.http import HttpRequest

from games.json_types import JsonMapping

Kind = Literal["tournament", "match", "player"]
Social = JsonMapping
Teller = Callable[[HttpRequest, str, object], Social | None]
"""Takes the path of the page, and what it shows; None where a stranger may not know of it."""

_tellers: dict[Kind, Teller] = {}


def register(kind: Kind, teller: Teller) -> None:
    """Have what pages of a kind tell others answered by a teller."""
    _tellers[kind] = teller


def social_of(request: HttpRequest, kind: Kind, key: object, path: str = "") -> Social | None:
    """Return the words, picture and oEmbed address of a page; None where it is private.

    `path` is where the link should lead when that is not the page itself.
    """
    return _tellers[kind](request, path or request.path, key)
