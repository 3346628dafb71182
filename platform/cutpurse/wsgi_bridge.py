"""The bridge to Django's pages and API, which run under WSGI on a pool of threads."""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from api import json_body
from cutpurse import http_messages
from cutpurse.wsgi import application

# The queue of an answer has no end: a thread must never wait for a client that reads slowly.
_bridge = WSGIMiddleware(application, workers=settings.WEB_THREADS, send_queue_size=0)  # type: ignore[arg-type]


async def django(scope: Scope, receive: Receive, send: Send) -> None:
    """Let Django answer once the body is there: who sends slowly must keep no thread waiting.

    The bridge wants coroutines; servers may hand out other awaitables.
    """
    is_api = scope["path"].startswith("/api/")
    bytes_max = json_body.BODY_BYTES_MAX if is_api else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = await http_messages.read_body(Headers(scope=scope), receive, bytes_max)
    if body is None:
        await http_messages.send_problem(json_body.too_large(), send)
        return
    waiting = [body]

    async def received() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop()}
        return await receive()

    async def sent(message: Message) -> None:
        await send(message)

    await cast("Any", _bridge)(scope, received, sent)
