"""What the endpoints beside Django read and answer: bodies of bounded size, and problems."""

from collections.abc import Mapping
from functools import cache

from starlette.types import Receive, Scope, Send

from api import problems
from api.ids import uuid7
from api.problems import Problem
from cutpurse import whole_answers
from cutpurse.whole_answers import Pairs
from matches.api import moves
from matches.api.moves import Reply


async def read_body(headers: Mapping[str, str], receive: Receive, bytes_max: int) -> bytes | None:
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


@cache
def _encode_name(name: str) -> bytes:
    return name.lower().encode("latin-1")


def _encode(headers: Mapping[str, str]) -> dict[bytes, bytes]:
    return {_encode_name(name): value.encode("latin-1") for name, value in headers.items()}


FIXED_HEADERS = _encode(moves.FIXED_HEADERS)
"""Encoded once: a response of Starlette's, which encodes them each time, costs a move 1 % more."""


async def send_reply(
    reply: Reply, send: Send, added: Pairs = (), scope: Scope | None = None
) -> None:
    """Answer a request; with its scope at once, if the server can and the client keeps up."""
    own = (FIXED_HEADERS | _encode(reply.headers)).items()
    headers = [*own, (b"content-length", b"%d" % len(reply.body)), *added]
    write = None if scope is None else whole_answers.writer_of(scope)
    if write is not None and write(reply.status, headers, reply.body):
        return
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})


async def send_problem(problem: Problem, send: Send) -> None:
    """Refuse a request."""
    await send_reply(refusal(problem), send)


def refusal(problem: Problem) -> Reply:
    """Return the answer that refuses a request."""
    request_id = uuid7().hex
    status, headers, body = problems.render(problem, request_id)
    return Reply(status, {**headers, "X-Request-Id": request_id}, body)
