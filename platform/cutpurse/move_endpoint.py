"""Moves over HTTP, past Django's handlers: by the move batcher or else on threads of their own."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter
from uuid import UUID

from django.conf import settings
from starlette.types import Receive, Scope, Send

from api import idempotency, json_body
from cutpurse import environment, http_messages, metrics, traces
from cutpurse.whole_answers import Pairs
from eventstore import pipeline
from eventstore.pipeline import Pipeline
from matches.api import moves
from matches.api.moves import Reply
from matches.move_batcher import MoveBatcher

MOVE_WRITERS = environment.whole("MOVE_WRITERS", environment.whole("LANE_WRITERS", 1))
"""Connections that write moves in batches; LANE_WRITERS is its first name."""

_movers = ThreadPoolExecutor(settings.WEB_THREADS, thread_name_prefix="mover")


@cache
def _pipelines() -> list[Pipeline]:
    return [Pipeline(pipeline.parameters()) for _ in range(MOVE_WRITERS)]


@cache
def _batcher() -> MoveBatcher:
    """Return the move batcher of this process, whose loop is the only one there is."""
    return MoveBatcher(_pipelines())


async def close() -> None:
    """Close the connections on which moves are written."""
    for each in _pipelines():
        await each.close()


async def make_move(
    match_id: UUID, scope: Scope, receive: Receive, send: Send, added: Pairs
) -> None:
    """Answer a move, with some headers beside those of its own."""
    started = perf_counter()
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    with traces.move(headers) as span:
        reply = await _reply(match_id, headers, scope, receive)
        span.set_attribute("http.response.status_code", reply.status)
    await http_messages.send_reply(reply, send, added, scope)
    is_replayed = idempotency.REPLAYED in reply.headers
    seconds = perf_counter() - started
    metrics.count_move(reply.status, reply.body, seconds, is_replayed=is_replayed)


async def _reply(
    match_id: UUID, headers: Mapping[str, str], scope: Scope, receive: Receive
) -> Reply:
    body = await http_messages.read_body(headers, receive, json_body.BODY_BYTES_MAX)
    if body is None:
        return http_messages.refusal(json_body.too_large())
    query = scope["query_string"].decode("latin-1")
    refusal = moves.refused_for_parameters(headers, query) if query else None
    if refusal is not None:
        return refusal
    return await moves.answer_fast(_batcher(), _movers, match_id, headers, body)
