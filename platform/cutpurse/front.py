"""The front of the site: one origin for pages, API and streams.

Django runs under WSGI on a pool of threads, since under ASGI its views are many times slower.
Streams are served here by asyncio, so that a thousand of them cost no thread. Moves, the hot path,
go past Django's handlers, by the lane or else on threads of their own.
"""

import asyncio
import gc
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from time import perf_counter
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.db import NotSupportedError
from django.http import HttpRequest

from api import addresses, exception_handlers, idempotency, json_body, problems
from api.ids import uuid7
from api.problems import Problem
from cutpurse import environment, metrics, positions, startup
from cutpurse.positions import Since
from cutpurse.pulse import Pulse
from cutpurse.wsgi import application as django_application
from eventstore import pipeline
from eventstore.pipeline import Pipeline
from matches.api import moves
from matches.api.moves import Reply
from matches.live import account_stream, frames, streams
from matches.live.frames import StreamFormat
from matches.move_batcher import MoveBatcher
from matches.presence import Recorder
from tournaments import live_stream

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Streaming = Callable[[streams.Viewer, int | None, StreamFormat], AsyncGenerator[bytes, None]]
"""A stream for a viewer, after a position, in a form; raises Problem, then or before its bytes."""

THREADS = environment.whole("WEB_THREADS", 8)
"""Requests that Django works on at once in one process; as many again make moves."""

ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
"""Ids as Django's addresses take them: an id has one spelling."""
MATCH = re.compile(rf"/api/v1/matches/{ID}/(moves|stream)")
PAGE = re.compile(rf"/matches/{ID}/live")
"""Where the page of a match listens for news."""
TOURNAMENT = re.compile(r"/api/v1/tournaments/([-\w]+)/stream", re.ASCII)
TOURNAMENT_PAGE = re.compile(r"/tournaments/([-\w]+)/live", re.ASCII)
READING = frozenset({"GET", "HEAD"})
MY_STREAM = "/api/v1/me/stream"
STREAMS = "streams"
"""The process that serves streams alone: nobody can move there, so it does not count as the web."""

# The queue of an answer has no end: a thread must never wait for a client that reads slowly.
_django = WSGIMiddleware(django_application, workers=THREADS, send_queue_size=0)  # type: ignore[arg-type]
_movers = ThreadPoolExecutor(THREADS, thread_name_prefix="mover")

GC_OBJECTS = 20_000
"""How many new objects the garbage collector waits for; Python's own number is 700."""
LANE_WRITERS = environment.whole("LANE_WRITERS", 1)
"""Connections on which the lane of moves writes."""


@cache
def _pipelines() -> list[Pipeline]:
    return [Pipeline(pipeline.parameters()) for _ in range(LANE_WRITERS)]


@cache
def _lane() -> MoveBatcher:
    """Return the lane of this process, whose loop is the only one there is."""
    return MoveBatcher(_pipelines())


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    if scope["type"] != "http":
        return
    found = MATCH.fullmatch(scope["path"])
    if found and found[2] == "moves" and scope["method"] == "POST":
        await _move(found[1], scope, receive, send)
    elif scope["method"] in READING and await _streamed(scope, receive, send):
        return
    else:
        await _page(scope, receive, send)


async def _streamed(scope: Scope, receive: Receive, send: Send) -> bool:
    """Serve the stream that a path names, if it names one."""
    path = scope["path"]
    if (found := MATCH.fullmatch(path)) and found[2] == "stream":
        streaming: Streaming = partial(streams.stream, moves.match_id_of(found[1]))
        await _stream(streaming, positions.OF_MATCH, scope, receive, send)
    elif found := PAGE.fullmatch(path):
        streaming = partial(streams.stream, moves.match_id_of(found[1]))
        await _page_stream(streaming, scope, receive, send)
    elif found := TOURNAMENT.fullmatch(path):
        streaming = partial(live_stream.stream, found[1])
        await _stream(streaming, positions.OF_TOURNAMENT, scope, receive, send)
    elif found := TOURNAMENT_PAGE.fullmatch(path):
        streaming = partial(live_stream.stream, found[1])
        await _page_stream(streaming, scope, receive, send)
    elif path == MY_STREAM:
        await _stream(account_stream.stream, positions.OF_ACCOUNT, scope, receive, send)
    else:
        return False
    return True


async def _lifespan(receive: Receive, send: Send) -> None:
    recorder, pulse = Recorder(), Pulse()
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await asyncio.to_thread(startup.check_database)
            except NotSupportedError as error:
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            _calm_collector()
            recorder.start()
            if settings.PROCESS != STREAMS:
                await pulse.start()
        else:
            recorder.stop()
            pulse.stop()
            for each in _pipelines():
                await each.close()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def _calm_collector() -> None:
    """Let the garbage collector leave alone what stays, and look at the rest less often.

    Moves make thousands of objects and hardly a cycle; each look stops all of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_OBJECTS)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    """Let Django answer once the body is there: who sends slowly must keep no thread waiting.

    The bridge wants coroutines; servers may hand out other awaitables.
    """
    is_api = scope["path"].startswith("/api/")
    bytes_max = json_body.BODY_BYTES_MAX if is_api else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = await _body(_headers(scope), receive, bytes_max)
    if body is None:
        await refuse(json_body.too_large(), send)
        return
    waiting = [body]

    async def received() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop()}
        return await receive()

    async def sent(message: Message) -> None:
        await send(message)

    await cast("Any", _django)(scope, received, sent)


async def _move(match: str, scope: Scope, receive: Receive, send: Send) -> None:
    headers = _headers(scope)
    started = perf_counter()
    body = await _body(headers, receive, json_body.BODY_BYTES_MAX)
    query = scope["query_string"].decode("latin-1")
    refusal = moves.refused_for_parameters(headers, query) if query else None
    if body is None:
        reply = _refusal(json_body.too_large())
    elif refusal is not None:
        reply = refusal
    else:
        reply = await moves.answer_fast(_lane(), _movers, match, headers, body)
    await _reply(reply, send)
    is_replayed = idempotency.REPLAYED in reply.headers
    seconds = perf_counter() - started
    metrics.count_move(reply.status, reply.body, seconds, is_replayed=is_replayed)


async def _body(headers: dict[str, str], receive: Receive, bytes_max: int) -> bytes | None:
    """Return the body, or None when it is too large: then the rest of it is never read."""
    announced = headers.get("content-length", "0")
    if announced.isascii() and announced.isdigit() and int(announced) > bytes_max:
        return None
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
        if len(body) > bytes_max:
            return None
    return body


def _encoded(headers: Mapping[str, str]) -> dict[bytes, bytes]:
    return {
        name.lower().encode("latin-1"): value.encode("latin-1") for name, value in headers.items()
    }


FIXED = _encoded(moves.FIXED_HEADERS)


async def _reply(reply: Reply, send: Send) -> None:
    length = {b"content-length": str(len(reply.body)).encode()}
    headers = FIXED | _encoded(reply.headers) | length
    start = {"type": "http.response.start", "status": reply.status}
    await send({**start, "headers": list(headers.items())})
    await send({"type": "http.response.body", "body": reply.body})


async def refuse(problem: Problem, send: Send) -> None:
    """Answer a request with a problem."""
    await _reply(_refusal(problem), send)


def _refusal(problem: Problem) -> Reply:
    request_id = uuid7().hex
    status, headers, body = problems.render(problem, request_id)
    return Reply(status, {**headers, "X-Request-Id": request_id}, body)


async def _stream(
    streaming: Streaming, position: Since, scope: Scope, receive: Receive, send: Send
) -> None:
    """Serve a stream of the API, to whoever the token belongs to."""
    headers = _headers(scope)
    form = frames.negotiate(headers.get("accept", ""))
    viewer = streams.Viewer(headers.get("authorization"), _site(scope, headers))
    await _serve(
        lambda since: streaming(viewer, since, form), form, position, (scope, receive, send)
    )


async def _page_stream(streaming: Streaming, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a stream of versions to a page, whose session says who reads it."""
    headers = _headers(scope)
    form = frames.VersionsOnly()
    viewer = streams.SessionViewer(headers.get("cookie"), _site(scope, headers))
    connection = (scope, receive, send)
    await _serve(lambda since: streaming(viewer, since, form), form, positions.OF_PAGE, connection)


async def _serve(
    streaming: Callable[[int | None], AsyncGenerator[bytes, None]],
    form: StreamFormat,
    position: Since,
    connection: tuple[Scope, Receive, Send],
) -> None:
    """Serve a stream until it ends or the client has gone."""
    scope, receive, send = connection
    try:
        query = scope["query_string"].decode("latin-1")
        since = positions.asked(_headers(scope), query, position)
        parts = streaming(since)
        first = await anext(parts)
    except Exception as error:  # noqa: BLE001 - The last resort; what is no refusal is logged.
        problem = exception_handlers.log_and_convert(error)
        metrics.count_stream(scope["method"], problem.status)
        await refuse(problem, send)
        return
    metrics.count_stream(scope["method"], 200)
    with metrics.stream_open():
        await _flow(parts, first, form, scope, receive, send)


async def _flow(  # noqa: PLR0913, PLR0917 - The two ends of a connection, and what goes through it.
    parts: AsyncGenerator[bytes, None],
    first: bytes,
    form: frames.StreamFormat,
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    """Send what a stream brings until it ends or the client has gone."""
    start = [
        (b"content-type", form.media_type.encode()),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": start})
    if scope["method"] == "HEAD":
        await send({"type": "http.response.body", "body": b""})
        await parts.aclose()
        return
    await send({"type": "http.response.body", "body": first, "more_body": True})

    async def pump() -> None:
        async for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    pumping = asyncio.create_task(pump())
    leaving = asyncio.create_task(_gone(receive))
    _, unfinished = await asyncio.wait({pumping, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in unfinished:
        task.cancel()
    failed, _ = await asyncio.gather(pumping, leaving, return_exceptions=True)
    if isinstance(failed, Exception):
        exception_handlers.log_and_convert(failed)
    await parts.aclose()


def _site(scope: Scope, headers: dict[str, str]) -> str:
    """Return what limits by address count a request by."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    request.META["HTTP_X_FORWARDED_FOR"] = headers.get("x-forwarded-for", "")
    return addresses.site(request)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
