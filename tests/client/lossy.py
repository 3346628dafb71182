"""A way to the server on which answers are lost, streams are cut, and some are told to wait."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from tests.serving import in_a_thread

PASSED_ON = ("authorization", "content-type", "idempotency-key", "accept")
LINES = 2
"""How many lines of a stream get through before it is cut."""


class Lossy(ThreadingHTTPServer):
    """Passes requests on, and spoils as many of the answers as it is told to."""

    daemon_threads = True

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), Way)
        self.upstream = httpx.Client(base_url=upstream, timeout=30)
        self.lost = 0
        """Answers to POSTs that are still to be lost, after the server has acted."""
        self.busy: list[tuple[int, str]] = []
        """Statuses and Retry-After to be given instead of asking the server."""
        self.cuts = 0
        """Streams that are still to be cut after two lines."""
        self.keys: list[str] = []
        """The Idempotency-Keys that came, in order."""

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that has left."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Way(BaseHTTPRequestHandler):
    """One connection."""

    server: Lossy

    def do_GET(self) -> None:
        with self.server.upstream.stream("GET", self.path, headers=self._passed_on()) as answer:
            if not self.path.split("?")[0].endswith("/stream"):
                self._answer(answer.status_code, answer.read())
                return
            self.send_response(answer.status_code)
            self.end_headers()
            is_cut = self.server.cuts > 0
            self.server.cuts -= is_cut
            # Whoever reads may leave at any time.
            with suppress(ConnectionError):
                for number, line in enumerate(answer.iter_lines()):
                    if is_cut and number >= LINES:
                        return
                    self.wfile.write(line.encode() + b"\n")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.keys.append(self.headers["Idempotency-Key"])
        if self.server.busy:
            status, seconds = self.server.busy.pop(0)
            self._answer(status, b'{"code": "unavailable", "detail": "Busy."}', seconds)
            return
        answer = self.server.upstream.post(self.path, content=body, headers=self._passed_on())
        if self.server.lost:
            self.server.lost -= 1
            self.close_connection = True
            return
        self._answer(answer.status_code, answer.content)

    def _passed_on(self) -> dict[str, str]:
        return {name: self.headers[name] for name in PASSED_ON if name in self.headers}

    def _answer(self, status: int, body: bytes, retry_after: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - The library's name.
        """Say nothing."""


@contextmanager
def lossy(upstream: str) -> Iterator[Lossy]:
    """Give a way to a server."""
    way = Lossy(upstream)
    with way.upstream, in_a_thread(way):
        yield way
