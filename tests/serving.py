"""Small servers beside a test, each in a thread of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread

POLL_S = 0.02
"""How soon a server sees that it is to stop; by default that takes half a second of each test."""


@contextmanager
def in_a_thread(server: BaseServer) -> Iterator[None]:
    """Have a server answer meanwhile, and close it."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": POLL_S}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
