"""What the head of a page tells other sites of it, where a stranger may know of it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest

from api.problems import Problem
from web.embeds import oembed
from web.embeds.cards import HEIGHT, WIDTH, Card

Social = Mapping[str, Any]


def of(request: HttpRequest, make: Callable[[], Card], path: str = "") -> Social | None:
    """Return the words, picture and oEmbed address of a page; None where it is private.

    `path` is where the link should lead when that is not the page itself.
    """
    page = request.build_absolute_uri(path or request.path)
    try:
        card = make()
    except Problem:
        return None
    return {
        "title": card.title,
        "words": card.line,
        "page": page,
        "picture": request.build_absolute_uri(card.address),
        "width": WIDTH,
        "height": HEIGHT,
        "oembed": oembed.discovery(request, page),
    }
