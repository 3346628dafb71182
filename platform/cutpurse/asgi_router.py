"""The addresses of the site: one origin for pages, API and streams.

Django runs under WSGI on a pool of threads, since under ASGI its views are many times slower.
Streams are served by asyncio, so that a thousand of them cost no thread. Moves, the hot path, go
past Django's handlers.
"""

import re
from functools import lru_cache
from uuid import UUID

from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import Match, Route, Router
from starlette.types import Receive, Scope, Send

from cutpurse import cross_origin, positions, wsgi_bridge
from cutpurse.lifespan import lifespan
from cutpurse.move_endpoint import make_move
from cutpurse.stream_endpoints import PageStreamEndpoint, StreamEndpoint
from matches.live import account_stream, streams
from tournaments import live_stream
from tournaments.series import live_stream as series_stream

IDS_KEPT = 4096
"""Ids of matches that are remembered as they were read."""

_read_id = lru_cache(IDS_KEPT)(UUID)


class Id(Convertor[UUID]):
    """Ids as Django's addresses take them: an id has one spelling."""

    regex = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

    def convert(self, value: str) -> UUID:
        """Return the id."""
        return _read_id(value)


class Slug(Convertor[str]):
    """Slugs as Django's addresses take them."""

    regex = "[-a-zA-Z0-9_]+"

    def convert(self, value: str) -> str:
        """Return the slug."""
        return value


register_url_convertor("id", Id())
register_url_convertor("slug", Slug())


class ReadRoute(Route):
    """A route for GET and HEAD alone: Django refuses what else comes, in the words of the API."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether an endpoint takes the request, and what it has to know of the path."""
        match, child_scope = super().matches(scope)
        # Starlette's patterns would let a line feed follow the path.
        if match is Match.FULL and not scope["path"].endswith("\n"):
            return match, child_scope
        return Match.NONE, {}


STREAMS = [
    ReadRoute(path, endpoint, methods=["GET"])
    for path, endpoint in {
        "/api/v1/matches/{match_id:id}/stream": StreamEndpoint(streams.stream, positions.OF_MATCH),
        "/matches/{match_id:id}/live": PageStreamEndpoint(streams.stream),
        "/api/v1/tournaments/{slug:slug}/stream": StreamEndpoint(
            live_stream.stream, positions.OF_TOURNAMENT
        ),
        "/tournaments/{slug:slug}/live": PageStreamEndpoint(live_stream.stream),
        "/series/{slug:slug}/live": PageStreamEndpoint(series_stream.stream),
        "/api/v1/me/stream": StreamEndpoint(account_stream.stream, positions.OF_ACCOUNT),
    }.items()
]
MOVES = re.compile(f"/api/v1/matches/({Id.regex})/moves")

_router = Router(STREAMS, default=wsgi_bridge.django, redirect_slashes=False, lifespan=lifespan)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection; a move goes past the router, which would cost it about 4 %."""
    is_http = scope["type"] == "http"
    added: cross_origin.Pairs = []
    if is_http and cross_origin.concerns(scope):
        if cross_origin.is_preflight(scope):
            await cross_origin.answer_preflight(scope, send)
            return
        added = cross_origin.permission_to_read(scope)
    is_post = is_http and scope["method"] == "POST"
    if is_post and (found := MOVES.fullmatch(scope["path"])):
        await make_move(_read_id(found[1]), scope, receive, send, added)
    else:
        await _router(scope, receive, cross_origin.allowing(added, send) if added else send)
