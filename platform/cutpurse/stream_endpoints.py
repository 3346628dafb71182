"""Live streams over HTTP: a refusal, or what a stream brings until it ends or nobody reads it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from django.http import HttpRequest
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from api import addresses, exception_handlers
from cutpurse import http_messages, metrics, positions
from cutpurse.positions import Since
from matches.live import frames
from matches.live.frames import StreamFormat
from matches.live.streams import SessionViewer, Viewer

Bytes = AsyncGenerator[bytes, None]
Stream = Callable[..., Bytes]
"""Takes the parameters of its path, `viewer`, `since` and `frames`; raises Problem, then or before
its first bytes."""

HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}


class StreamEndpoint:
    """A stream of the API, for whoever the token belongs to, as an ASGI application."""

    def __init__(self, stream: Stream, position: Since) -> None:
        self._stream = stream
        self._position = position

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream until it ends or the client has gone."""
        request = Request(scope)
        try:
            form = self._form(request)
            parts = self._open(request, form)
            first = await anext(parts)
        except Exception as error:  # noqa: BLE001 - The last resort; what is no refusal is logged.
            problem = exception_handlers.log_and_convert(error)
            metrics.count_stream(request.method, problem.status)
            await http_messages.send_problem(problem, send)
            return
        metrics.count_stream(request.method, 200)
        with metrics.stream_open():
            await LiveResponse(first, parts, form.media_type)(scope, receive, send)

    def _open(self, request: Request, form: StreamFormat) -> Bytes:
        query = request.scope["query_string"].decode("latin-1")
        since = positions.asked(request.headers, query, self._position)
        viewer = self._viewer(request)
        return self._stream(**request.path_params, viewer=viewer, since=since, frames=form)

    def _form(self, request: Request) -> StreamFormat:
        return frames.negotiate(request.headers.get("accept", ""))

    def _viewer(self, request: Request) -> Viewer:
        return Viewer(request.headers.get("authorization"), _site(request))


class PageStreamEndpoint(StreamEndpoint):
    """A stream of versions for a page, whose session says who reads it."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream, positions.OF_PAGE)

    def _form(self, request: Request) -> StreamFormat:  # noqa: ARG002 - Pages have no choice.
        return frames.VersionsOnly()

    def _viewer(self, request: Request) -> Viewer:
        return SessionViewer(request.headers.get("cookie"), _site(request))


class LiveResponse(StreamingResponse):
    """Sends the first bytes of a stream and all that follow; to HEAD the headers alone."""

    def __init__(self, first: bytes, rest: Bytes, media_type: str) -> None:
        super().__init__(_chain(first, rest), headers={"Content-Type": media_type, **HEADERS})
        self._rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and end the stream with the answer."""
        async with aclosing(self._rest):
            if scope["method"] == "HEAD":
                await send(
                    {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
                )
                await send({"type": "http.response.body"})
                return
            try:
                await super().__call__(scope, receive, send)
            except Exception as error:  # noqa: BLE001 - What breaks a stream off is logged.
                exception_handlers.log_and_convert(error)


async def _chain(first: bytes, rest: Bytes) -> Bytes:
    yield first
    async for part in rest:
        yield part


def _site(request: Request) -> str:
    """Return what limits by address count a request by."""
    asked = HttpRequest()
    asked.META["REMOTE_ADDR"] = request.client.host if request.client else ""
    asked.META["HTTP_X_FORWARDED_FOR"] = request.headers.get("x-forwarded-for", "")
    return addresses.site(asked)
