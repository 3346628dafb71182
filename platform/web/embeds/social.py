"""What other sites are told of a page, where a stranger may know of it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest

from api.problems import Problem
from web import sharing
from web.embeds import cards, oembed
from web.embeds.cards import HEIGHT, WIDTH, Card
from web.sharing import Kind, Social, Teller

CARDS: Mapping[Kind, Callable[[Any], Card]] = {
    "tournament": partial(cards.of_tournament, has_rows=False),
    "match": cards.of_match,
    "player": cards.of_player,
}


def register() -> None:
    """Tell of all kinds of pages."""
    for kind, make in CARDS.items():
        sharing.register(kind, _teller(make))


def _teller(make: Callable[[Any], Card]) -> Teller:
    def answer(request: HttpRequest, path: str, key: object) -> Social | None:
        try:
            card = make(key)
        except Problem:
            return None
        page = request.build_absolute_uri(path)
        return {
            "title": card.title,
            "words": card.line,
            "page": page,
            "picture": request.build_absolute_uri(card.address),
            "width": WIDTH,
            "height": HEIGHT,
            "oembed": oembed.discovery(request, page),
        }

    return answer
