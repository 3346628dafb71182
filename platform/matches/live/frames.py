"""How a stream looks on the wire: server-sent events, or NDJSON. Pure."""

import json
from typing import Protocol

from games.json_types import JsonMapping

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"


class StreamFormat(Protocol):
    """A way to write a stream."""

    media_type: str
    ping: bytes
    """Sent when nothing happens, so that nobody on the way closes the connection."""

    def frame(self, kind: str, version: int, data: JsonMapping) -> bytes:
        """Return one message; version is what to resume after."""


class ServerSentEvents:
    """The form that browsers read (HTML, 9.2): `id`, `event`, `data`."""

    media_type = SSE
    ping = b": ping\n\n"

    def frame(self, kind: str, version: int, data: JsonMapping) -> bytes:
        """Return one event."""
        return f"id: {version}\nevent: {kind}\ndata: {_json(data)}\n\n".encode()


class VersionsOnly(ServerSentEvents):
    """Nothing but versions: what a page needs to know when to ask for its changing part."""

    def frame(self, kind: str, version: int, data: JsonMapping) -> bytes:  # noqa: ARG002
        """Return one event: `moved`, `reset`, `remarks`, `ready` or `end`."""
        name = kind if kind in {"reset", "end", "remarks", "ready"} else "moved"
        return f"id: {version}\nevent: {name}\ndata: {version}\n\n".encode()


class Ndjson:
    """One JSON object a line; blank lines mean nothing."""

    media_type = NDJSON
    ping = b"\n"

    def frame(self, kind: str, version: int, data: JsonMapping) -> bytes:
        """Return one line: an event as it stands in the log, or a message with a type."""
        if data.get("type") == kind:
            return _json(data).encode() + b"\n"
        return _json({"type": kind, "version": version, "data": data}).encode() + b"\n"


def negotiate(accept: str) -> StreamFormat:
    """Return the form that an Accept header asks for; server-sent events unless it says NDJSON."""
    return Ndjson() if NDJSON in accept else ServerSentEvents()


def _json(data: JsonMapping) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
