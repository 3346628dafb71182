"""Servers of strangers, for tests: they keep what they were sent and answer as they are told."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.serving import in_a_thread


@dataclass
class Received:
    """A request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server on this machine."""

    address: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    """Other answers, by path."""
    pause_s: float = 0.0
    drips: bool = False
    """Whether it sends its head a letter at a time and never ends it."""
    keeps_open: bool = False
    """Whether it keeps connections open for a next request."""
    hangs_up: bool = False
    """Whether it ends each connection without a word after an answer that kept it open."""
    connections: int = 0
    received: list[Received] = field(default_factory=list)

    def bodies(self) -> list[bytes]:
        return [each.body for each in self.received]


@contextmanager
def receiving(**answers: object) -> Iterator[Receiver]:
    """Serve on 127.0.0.1 until the block ends."""
    receiver = Receiver(**answers)  # type: ignore[arg-type] # As its fields.

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1" if receiver.keeps_open else "HTTP/1.0"

        def setup(self) -> None:
            receiver.connections += 1
            super().setup()

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            content = self.rfile.read(length)
            receiver.received.append(Received(self.path, dict(self.headers), content))
            if receiver.drips:
                self._drip()
                return
            time.sleep(receiver.pause_s)
            self.send_response(receiver.statuses.get(self.path, receiver.status))
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")
            self.close_connection = self.close_connection or receiver.hangs_up

        def _drip(self) -> None:
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while True:
                    self.wfile.write(b"X-Slow: 1\r\n")
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                return

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.address = f"http://127.0.0.1:{server.server_port}"
    with in_a_thread(server):
        yield receiver


def closed_port() -> int:
    """Return a port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
