"""oEmbed: what a site shows that is given a link to one of ours (oembed.com, version 1.0)."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from api import addresses, limits
from api.problems import Problem
from games.json_types import JsonObject
from web.embeds import cards
from web.embeds.cards import HEIGHT, WIDTH, Card

FRESH_S = 300
LEAST = 200
"""Pixels: no frame is narrower or lower."""
NOT_HERE = "There is nothing to show at this address.\n"
ONLY_JSON = "Only format=json is answered.\n"


class Frame(NamedTuple):
    """The page that is framed for a link, and how large."""

    view: str
    width: int
    height: int


FRAMES = {
    "tournament": Frame("web:embed-standings", 640, 420),
    "tournament-standings": Frame("web:embed-standings", 640, 420),
    "tournament-bracket": Frame("web:embed-bracket", 900, 560),
    "match": Frame("web:embed-match", 900, 640),
}
TOURNAMENT = partial(cards.of_tournament, has_rows=False)
CARDS: dict[str, Callable[..., Card]] = {
    "tournament": TOURNAMENT,
    "tournament-standings": TOURNAMENT,
    "tournament-bracket": TOURNAMENT,
    "match": cards.of_match,
    "player": cards.of_player,
}
"""By the name of the view to which a link leads."""


def discovery(request: HttpRequest, page: str) -> str:
    """Return where the link to a page is explained, for its `<link rel="alternate">`."""
    return request.build_absolute_uri(f"{reverse('web:oembed')}?{urlencode({'url': page})}")


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer what to show for a link: 404 for one that is not ours, or not for strangers."""
    limits.spend_leased("read", f"address:{addresses.site(request)}")
    if request.GET.get("format", "json") != "json":
        return HttpResponse(ONLY_JSON, status=501, content_type="text/plain")
    found = _led_to(request, request.GET.get("url", ""))
    card = None if found is None else _card(found)
    if found is None or card is None:
        return HttpResponse(NOT_HERE, status=404, content_type="text/plain")
    response = JsonResponse(_description(request, found, card))
    response["Cache-Control"] = f"public, max-age={FRESH_S}"
    response["Access-Control-Allow-Origin"] = "*"
    # The picture speaks the asker's language, which a cookie may name.
    patch_vary_headers(response, ["Cookie"])
    return response


def _led_to(request: HttpRequest, url: str) -> ResolverMatch | None:
    """Return the view of ours to which a link leads; None for a link elsewhere."""
    try:
        asked, own = urlsplit(url), urlsplit(request.build_absolute_uri("/"))
        found = resolve(asked.path)
    except (ValueError, Resolver404):
        return None
    is_own = (asked.scheme, asked.netloc) == (own.scheme, own.netloc)
    return found if is_own and found.url_name in CARDS else None


def _card(found: ResolverMatch) -> Card | None:
    try:
        return CARDS[str(found.url_name)](*found.args, **found.kwargs)
    except Problem:
        return None


def _description(request: HttpRequest, found: ResolverMatch, card: Card) -> JsonObject:
    described: JsonObject = {
        "version": "1.0",
        "type": "link",
        "title": card.title,
        "provider_name": card.site,
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": FRESH_S,
    }
    frame = FRAMES.get(str(found.url_name))
    if frame is not None and (room := _room(request, frame)) is not None:
        width, height = room
        address = reverse(frame.view, args=found.args, kwargs=found.kwargs)
        html = format_html(
            '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"'
            ' sandbox="allow-scripts allow-same-origin allow-popups'
            ' allow-popups-to-escape-sandbox"></iframe>',
            request.build_absolute_uri(address),
            width,
            height,
            card.title,
        )
        described |= {"type": "rich", "html": html, "width": width, "height": height}
    if _most(request, "maxwidth", WIDTH) >= WIDTH and _most(request, "maxheight", HEIGHT) >= HEIGHT:
        described |= {
            "thumbnail_url": request.build_absolute_uri(card.address),
            "thumbnail_width": WIDTH,
            "thumbnail_height": HEIGHT,
        }
    return described


def _room(request: HttpRequest, frame: Frame) -> tuple[int, int] | None:
    """Return how large a frame is where the asker has room for the least one."""
    width = min(frame.width, _most(request, "maxwidth", frame.width))
    height = min(frame.height, _most(request, "maxheight", frame.height))
    return None if min(width, height) < LEAST else (width, height)


def _most(request: HttpRequest, name: str, default: int) -> int:
    """Return how many pixels the asker has room for."""
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 6 else default
