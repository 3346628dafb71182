"""Pages of other origins may use the API with tokens, and never with cookies (CORS, in Fetch).

Answers never carry Access-Control-Allow-Credentials, so that a browser hands no page an answer to
a request with cookies; the API would not look at them either.
"""

from collections.abc import Sequence

from django.conf import settings
from starlette.datastructures import Headers
from starlette.types import Message, Scope, Send

PREFIX = "/api/v1/"
SIGN_IN = frozenset(("/oauth/token", "/oauth/revoke", "/oauth/person", "/.well-known/jwks.json"))
"""Where programs that run in a browser get and end their tokens; the question to a person, which
goes by the session, is not among them."""
ANY = "*"
Pairs = list[tuple[bytes, bytes]]

ACCEPTED = (
    b"Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    b"Last-Event-ID, X-Request-Id"
)
PREFLIGHT: Pairs = [
    (b"access-control-allow-methods", b"GET, HEAD, POST, PUT, PATCH, DELETE"),
    # The wildcard would leave Authorization out.
    (b"access-control-allow-headers", ACCEPTED),
    (b"access-control-max-age", b"7200"),
    (b"content-length", b"0"),
]
ALLOW_ORIGIN = b"access-control-allow-origin"
ANYBODY: Pairs = [(ALLOW_ORIGIN, b"*")]
EXPOSED = (b"access-control-expose-headers", b"*")
"""Without credentials the wildcard stands for every header of an answer."""
READ_BY_ANYBODY: Pairs = [*ANYBODY, EXPOSED]


def concerns(scope: Scope) -> bool:
    """Return whether a request is one of those that other origins may make."""
    path = scope["path"]
    return bool(settings.API_ORIGINS) and (path.startswith(PREFIX) or path in SIGN_IN)


def is_preflight(scope: Scope) -> bool:
    """Return whether a browser asks what it may send, before it does."""
    return scope["method"] == "OPTIONS" and "access-control-request-method" in Headers(scope=scope)


async def answer_preflight(scope: Scope, send: Send) -> None:
    """Say what another origin may send; nothing is said to one that may send nothing."""
    allowed = permission(scope)
    headers = allowed + (PREFLIGHT if grants(allowed) else PREFLIGHT[-1:])
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body"})


def allowing(added: Pairs, send: Send) -> Send:
    """Return how to answer a request with these headers beside its own.

    They take the place of what the library of OAuth 2 says of origins.
    """

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [each for each in message["headers"] if each[0].lower() != ALLOW_ORIGIN]
            message["headers"] = [*own, *added]
        await send(message)

    return sent


def permission_to_read(scope: Scope) -> Pairs:
    """Return the headers that let a page of an allowed origin read an answer."""
    allowed = permission(scope)
    if allowed is ANYBODY:  # A move comes this way, and this is what most sites say to it.
        return READ_BY_ANYBODY
    return [*allowed, EXPOSED] if grants(allowed) else allowed


def grants(headers: Pairs) -> bool:
    """Return whether headers allow the origin anything."""
    return any(name == ALLOW_ORIGIN for name, _ in headers)


def permission(scope: Scope) -> Pairs:
    """Return the headers that allow a request's origin, or none that does.

    Where some may, only the asking one is named, and caches need to know that it matters.
    """
    origins: Sequence[str] = settings.API_ORIGINS
    if ANY in origins:
        return ANYBODY
    origin = Headers(scope=scope).get("origin", "")
    varies = (b"vary", b"Origin")
    if origin not in origins:
        return [varies]
    return [(ALLOW_ORIGIN, origin.encode("latin-1")), varies]
