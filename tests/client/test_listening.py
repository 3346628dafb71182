"""A client knows whether it hears its account: not before the first line, and not after a cut."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cutpurse.client.errors import UnexpectedAnswerError
from cutpurse.client.listening import Listening
from cutpurse.client.transport import Transport
from tests.serving import in_a_thread


class Site(BaseHTTPRequestHandler):
    """A site that pings and says one line, then cuts the stream, and is away from then on."""

    connections = 0

    def do_GET(self) -> None:
        type(self).connections += 1
        is_there = self.connections == 1
        self.send_response(200 if is_there else 503)
        self.end_headers()
        self.wfile.write(b'\n{"type": "ready", "id": 1}\n' if is_there else b"")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - The library's name.
        """Say nothing."""


def test_it_listens_from_the_first_line_until_the_stream_is_cut() -> None:
    server, listening = ThreadingHTTPServer(("127.0.0.1", 0), Site), Listening()
    with in_a_thread(server):
        transport = Transport(f"http://127.0.0.1:{server.server_port}", "", patience_s=1.0)
        lines = transport.lines("/me/stream", "id", None, listening)
        before = listening.since
        assert next(lines)["type"] == "ready"
        during = listening.since
        with pytest.raises(UnexpectedAnswerError, match="503"):
            next(lines)
        transport.close()

    assert before == float("inf")
    assert during < float("inf")
    assert listening.since == float("inf")
    assert Site.connections > 1, "it has tried again meanwhile"
