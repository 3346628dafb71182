"""Answers that are at hand whole, written at once: an extension of ASGI between server and moves.

Uvicorn looks at each header for what a header may not hold, takes two messages and writes twice;
that costs a move 5 %. Here the site answers for its headers: their names are in lower case, and
names and values are its own.
"""

from collections.abc import Callable, Sequence
from weakref import ReferenceType

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

EXTENSION = "cutpurse.whole"

Pairs = Sequence[tuple[bytes, bytes]]
Writer = Callable[[int, Pairs, bytes], bool]


def writer_of(scope: Scope) -> Writer | None:
    """Return what writes the answer to a request whole, if the server can do that.

    It takes the status, headers that name the length, and the body; and returns False, with nothing
    done, where the answer has to go the usual way.
    """
    writer: Writer | None = scope.get("extensions", {}).get(EXTENSION)
    return writer


def write(
    protocol: HttpToolsProtocol,
    answering: ReferenceType[RequestResponseCycle],
    status: int,
    headers: Pairs,
    body: bytes,
) -> bool:
    """Write the answer of uvicorn's cycle, unless the client has gone or does not keep up.

    The cycle holds the request's scope, in which this is handed on: were it held from here as well,
    every request would stay for the garbage collector, which cost a move 4 %.
    """
    cycle = answering()
    if cycle is None or cycle.response_started or cycle.disconnected or protocol.flow.write_paused:
        return False
    cycle.response_started = cycle.response_complete = True
    parts = [STATUS_LINE[status]]
    for name, value in (*cycle.default_headers, *headers):
        parts += (name, b": ", value, b"\r\n")
    if not cycle.keep_alive:
        parts.append(b"connection: close\r\n")
    protocol.transport.write(b"".join((*parts, b"\r\n", body)))
    cycle.message_event.set()
    if not cycle.keep_alive:
        protocol.transport.close()
    cycle.on_response()
    return True
