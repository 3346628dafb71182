"""Web servers for the length of a measurement."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection

from cutpurse.log_files import tail
from cutpurse.up.child import Child
from cutpurse.up.supervisor import free_port

HOST = "127.0.0.1"
PORT_FIRST = 8600
READY_SECONDS = 60.0


@contextmanager
def served(process: Callable[[str, int], Child]) -> Iterator[tuple[str, int]]:
    """Run the process that serves at a host and port until the end of the context; give both."""
    address = HOST, free_port(HOST, PORT_FIRST)
    child = process(*address)
    child.start()
    try:
        _await(child, address)
        yield address
    finally:
        child.ask_to_stop()
        child.stop()


def _await(child: Child, address: tuple[str, int]) -> None:
    """Wait until the server answers anything at all."""
    end = time.monotonic() + READY_SECONDS
    while True:
        connection = HTTPConnection(*address, timeout=READY_SECONDS)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            if child.check() is not None or time.monotonic() > end:
                message = f"{child.name} does not answer; {tail(child.log)}"
                raise RuntimeError(message) from None
            time.sleep(0.05)
        else:
            return
        finally:
            connection.close()
