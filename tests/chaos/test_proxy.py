"""The bad network by itself, before a server that counts what reaches it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic, sleep

import httpx
import pytest

from tests.chaos.proxy import Proxy
from tests.serving import in_a_thread

pytestmark = pytest.mark.more

PATIENCE_S = 5.0
BODY = b'{"move": "blue-5"}'


class Counting(ThreadingHTTPServer):
    """Answers every whole request, and remembers its body."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.bodies: list[bytes] = []


class Answering(BaseHTTPRequestHandler):
    server: Counting

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:
            return
        self.server.bodies.append(body)
        self.send_response(201)
        self.send_header("Content-Length", "500")
        self.end_headers()
        self.wfile.write(b"x" * 500)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Counting]:
    counting = Counting()
    with in_a_thread(counting):
        yield counting


@pytest.fixture
def proxy(server: Counting) -> Iterator[Proxy]:
    with Proxy([server.server_address[1]], seed=1) as made:
        yield made


def post(proxy: Proxy) -> httpx.Response:
    return httpx.post(proxy.address, content=BODY, headers={"Connection": "close"}, timeout=5)


@pytest.mark.parametrize("fault", ["none", "delay"])
def test_a_request_that_is_spared_comes_through_whole(
    server: Counting, proxy: Proxy, fault: str
) -> None:
    proxy.faults = {fault: 1}

    assert post(proxy).content == b"x" * 500
    assert server.bodies == [BODY]


@pytest.mark.parametrize("fault", ["cut before", "cut in the request"])
def test_a_request_that_is_cut_does_not_arrive(server: Counting, proxy: Proxy, fault: str) -> None:
    proxy.faults = {fault: 1}

    with pytest.raises(httpx.TransportError):
        post(proxy)
    assert server.bodies == []


@pytest.mark.parametrize("fault", ["answer lost", "answer cut", "silence"])
def test_a_lost_answer_was_given(server: Counting, proxy: Proxy, fault: str) -> None:
    proxy.faults = {fault: 1}

    with pytest.raises(httpx.TransportError):
        post(proxy)
    assert server.bodies == [BODY]


def test_a_doubled_request_arrives_twice(server: Counting, proxy: Proxy) -> None:
    proxy.faults = {"sent twice": 1}

    assert post(proxy).status_code == 201
    # The answer is that of the first; the second is on its way.
    end = monotonic() + PATIENCE_S
    while len(server.bodies) < 2 and monotonic() < end:
        sleep(0.01)
    assert server.bodies == [BODY, BODY]
