"""The web server: uvicorn, with a bound where it has none.

It reads and writes on the thread of the event loop, where the move batcher decides. A server with
threads of its own has to fight that loop for Python's one lock with every request.
"""

import argparse
import os
import resource
import signal
import sys
import threading
from asyncio import TimerHandle
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any
from weakref import ref

import django
import uvicorn
from django.core.exceptions import ImproperlyConfigured
from django.db import NotSupportedError
from uvicorn.protocols.http.flow_control import service_unavailable
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.problems import Problem
from cutpurse import draining, environment, startup, whole_answers
from cutpurse.loading import loading
from games.messages import Message

APPLICATION = "cutpurse.asgi:application"
HEAD_BYTES_MAX = 65_536
"""Of a request before its body; what came with its end is not counted."""
REQUEST_SECONDS = 60.0
"""How long a client may take to send a request, the first one from its connecting on."""
IDLE_SECONDS = 150
"""How long a connection may wait for its next request: longer than proxies keep one (120 s)."""
STOP_SECONDS = 10
"""How long requests may still be worked on after the server was asked to stop."""
BACKLOG = 8192
CONNECTIONS = 8192
"""With more, requests are answered 503; a stream is a request that does not end."""
NOT_STARTED = 3
"""How the process ends when it could not listen, as uvicorn does."""
FILES_BESIDE = 1024
"""Open files that are no connections of clients, at the most."""


async def too_many(_scope: object, _receive: object, send: Any) -> None:
    """Answer a request that came over more connections than a process takes."""
    # Django is set up when the application has been loaded, and this is called after it.
    from cutpurse import http_messages  # noqa: PLC0415

    detail = Message("The server has as many connections as it takes; send the same request again.")
    problem = Problem("unavailable", detail, headers={"Connection": "close"})
    await http_messages.send_problem(problem, send)


class Connection(HttpToolsProtocol):
    """A connection whose requests have to come in time, and begin in a bounded number of bytes."""

    _timer: TimerHandle | None = None
    _in_head = True
    _head_bytes = 0
    _in_request = True

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Take what came; give up a request that goes on for too long."""
        super().data_received(data)
        if not self._in_request or self.transport.is_closing():
            return
        self._head_bytes += len(data)
        if self._in_head and self._head_bytes > HEAD_BYTES_MAX:
            self.send_400_response("The head of the request is too large.")
        elif self._timer is None:
            self._start_timer()

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self._in_request = self._in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """Stop counting bytes."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop counting time."""
        self._in_request = False
        self._stop_timer()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear up."""
        self._stop_timer()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End streams, which nothing else would end, and let other requests be answered."""
        super().shutdown()
        if self.cycle is not None and self.cycle.response_started:
            self.transport.close()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Have a request answered: in the API's own words where the server has too many."""
        cycle.scope["extensions"] = {
            whole_answers.EXTENSION: partial(whole_answers.write, self, ref(cycle))
        }
        super()._start_asgi_task(cycle, too_many if app is service_unavailable else app)

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: who asks for another protocol is answered in this one."""

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


OPTIONS: Mapping[str, Any] = {
    "http": Connection,
    "ws": "none",
    "lifespan": "on",
    "backlog": BACKLOG,
    "timeout_keep_alive": IDLE_SECONDS,
    "timeout_graceful_shutdown": STOP_SECONDS,
    # The site knows by itself whom to believe about addresses, and what to log.
    "proxy_headers": False,
    "server_header": False,
    "access_log": False,
    "log_config": None,
}


class Server(uvicorn.Server):
    """A server that says for a while that it is going to stop before it does."""

    def __init__(self, config: uvicorn.Config, *, drain_seconds: float) -> None:
        super().__init__(config)
        self._drain_seconds = drain_seconds

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain when asked to stop in order; stop at a second signal or an interrupt."""
        if sig == signal.SIGTERM and self._drain_seconds and not draining.has_begun():
            draining.begin()
            stop = super().handle_exit
            timer = threading.Timer(self._drain_seconds, stop, (sig, None))
            timer.daemon = True
            timer.start()
        else:
            super().handle_exit(sig, frame)


def allow_files(wanted: int) -> None:
    """Let this process open so many files, or as many as it may: each connection is one.

    Many systems give 1,024 at first and far more to who asks.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def main() -> None:
    """Serve the site until a signal asks to stop."""
    parser = argparse.ArgumentParser(prog="python -m cutpurse.server", description=main.__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    parser.add_argument(
        "--connections",
        type=int,
        default=CONNECTIONS,
        help="maximum number of open connections per process",
    )
    given = parser.parse_args()
    os.environ.setdefault("CUTPURSE_PROCESS", "web")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
    with loading():
        django.setup()
    try:
        startup.check_settings()
        startup.check_database()
    except (ImproperlyConfigured, NotSupportedError) as error:
        sys.exit(str(error))
    allow_files(given.connections + FILES_BESIDE)
    drain_seconds = environment.whole("DRAIN_SECONDS", 0)
    options = {
        "host": given.host,
        "port": given.port,
        "limit_concurrency": given.connections,
        **OPTIONS,
    }
    if given.workers > 1:
        uvicorn.run(APPLICATION, workers=given.workers, **options)
        return
    config = uvicorn.Config(APPLICATION, **options)
    server = Server(config, drain_seconds=drain_seconds)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(NOT_STARTED)


if __name__ == "__main__":
    main()
