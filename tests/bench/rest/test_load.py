"""The load generator counts what is accepted, and nothing else."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.bench.rest.load import Lane, RefusedError, drive
from tests.bench.rest.plays import Step


@contextmanager
def answering(answer: bytes) -> Iterator[tuple[str, int]]:
    """Serve one connection that answers each piece of bytes alike, in two parts."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                while connection.recv(4096):
                    connection.sendall(answer[:30])
                    connection.sendall(answer[30:])

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()
        thread.join()


WITH_LENGTH = b'HTTP/1.1 201 Created\r\nContent-Length: 14\r\n\r\n{"version":8,}'
IN_CHUNKS = (
    b'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n{"version":8,}\r\n0\r\n\r\n'
)


@pytest.mark.parametrize("answer", [WITH_LENGTH, IN_CHUNKS], ids=["with length", "in chunks"])
def test_the_load_counts_answers_that_name_the_version(answer: bytes) -> None:
    with answering(answer) as address:
        lane = Lane(address)
        lane.steps = [Step(0, b"POST", b'"version":8,')] * 5

        outcome = drive([lane], 30.0)

    assert (outcome.accepted, outcome.left) == (5, 0)


def test_the_load_stops_at_an_answer_that_is_no_acceptance() -> None:
    refusal = b"HTTP/1.1 409 Conflict\r\nContent-Length: 2\r\n\r\n{}"
    with answering(refusal) as address:
        lane = Lane(address)
        lane.steps = [Step(0, b"POST", b'"version":8,')]

        with pytest.raises(RefusedError, match="409 Conflict"):
            drive([lane], 30.0)
        lane.close()
