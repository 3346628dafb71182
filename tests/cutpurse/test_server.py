"""The web server: requests come in time and begin in a bounded number of bytes."""

import gc
import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from cutpurse import server, whole_answers
from tests.processes import free_port, wait_for

PATIENCE_S = 5.0
"""Seconds in which a connection must have been closed; the bounds of the tests are shorter."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer the length of the body, at /whole at once; at /stream, go on until the client goes."""
    if scope["type"] == "lifespan":
        for _ in range(2):
            await send({"type": f"{(await receive())['type']}.complete"})
        return
    if scope["path"] == "/stream":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        return
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    answer = str(len(body)).encode()
    headers = [(b"content-length", str(len(answer)).encode())]
    if scope["path"] == "/whole":
        write = whole_answers.writer_of(scope)
        assert write is not None
        assert write(200, headers, answer)
        assert not write(200, headers, answer)  # It has been answered.
        return
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


@contextmanager
def served(connections: int | None = None) -> Iterator[tuple[int, uvicorn.Server]]:
    """Serve the application by the options of the site; give the port and the server."""
    port = free_port()
    config = uvicorn.Config(application, port=port, limit_concurrency=connections, **server.OPTIONS)
    running = uvicorn.Server(config)
    thread = Thread(target=running.run)
    thread.start()
    try:
        wait_for(f"http://127.0.0.1:{port}/")
        yield port, running
    finally:
        running.should_exit = True
        thread.join()


def closed_after(port: int, *sent: bytes) -> tuple[bytes, float]:
    """Send these bytes, and return what came until the server closed, and how long that took."""
    began, answer = time.monotonic(), b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        for part in sent:
            client.sendall(part)
        while part := client.recv(65_536):
            answer += part
    return answer, time.monotonic() - began


def test_an_answered_request_leaves_nothing_to_the_garbage_collector() -> None:
    gc.collect()
    gc.disable()
    try:
        with served() as (port, _), httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            for path in ("/", "/whole"):
                for _ in range(20):
                    client.get(path)
            kept = sum(isinstance(each, RequestResponseCycle) for each in gc.get_objects())
    finally:
        gc.enable()

    # The last one of a connection stays until the next one, and the server was looked for by one.
    assert kept <= 2


def test_a_head_that_goes_on_for_ever_is_refused() -> None:
    with served() as (port, _):
        endless = [b"X-%d: %s\r\n" % (number, b"x" * 1000) for number in range(100)]
        with suppress(ConnectionError):
            closed_after(port, b"GET / HTTP/1.1\r\n", *endless, *endless, *endless)
        assert httpx.get(f"http://127.0.0.1:{port}/").text == "0"


def test_a_head_of_some_size_and_a_large_body_arrive_whole() -> None:
    with served() as (port, _), httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for size in (0, 10, 1_000_000):
            asked = {"X-Long": "x" * 20_000}
            assert client.post("/", content=b"x" * size, headers=asked).text == str(size)


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET / HT", id="a line", marks=pytest.mark.more),
        pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\n", id="a head", marks=pytest.mark.more),
        pytest.param(
            b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n{", id="a body", marks=pytest.mark.more
        ),
    ],
)
def test_a_request_that_does_not_come_in_time_is_given_up(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.3)
    with served() as (port, _):
        _, seconds = closed_after(port, begun)

        assert seconds < PATIENCE_S
        assert httpx.get(f"http://127.0.0.1:{port}/").text == "0"


@pytest.mark.more
@pytest.mark.slow
def test_the_second_request_of_a_connection_has_as_much_time_as_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 2.0)
    whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    with (
        served() as (port, _),
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client,
    ):
        for _ in range(3):
            client.sendall(whole)
            assert client.recv(1000).endswith(b"0")
            time.sleep(0.8)
        client.sendall(whole[:10])
        assert client.recv(1000) == b""


def test_the_server_lets_itself_open_as_many_files_as_it_needs_and_may() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        server.allow_files(600)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 600
        server.allow_files(10)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 600
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_request_beyond_the_connections_is_answered_by_a_problem_and_closed() -> None:
    with served(connections=2) as (port, _):
        whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as first:
            first.sendall(whole)
            assert first.recv(1000).endswith(b"0")
            head, _, body = closed_after(port, whole)[0].partition(b"\r\n\r\n")
        problem = json.loads(body)

    assert head.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 1" in head.lower()
    assert b"content-type: application/problem+json" in head.lower()
    assert (problem["status"], problem["code"]) == (503, "unavailable")


def test_a_server_that_is_asked_to_stop_ends_its_streams() -> None:
    with (
        served() as (port, running),
        httpx.stream("GET", f"http://127.0.0.1:{port}/stream", timeout=PATIENCE_S) as stream,
    ):
        parts = stream.iter_raw()
        assert next(parts) == b"first"
        running.should_exit = True
        with pytest.raises((StopIteration, httpx.RemoteProtocolError)):
            next(parts)


def test_answers_that_are_written_whole_come_in_order_and_close_when_the_client_asks_for_it() -> (
    None
):
    asked = b"POST /whole HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n%b\r\n%b"
    closing = b"Connection: close\r\n"
    with served() as (port, _):
        usual, _ = closed_after(port, asked.replace(b"/whole", b"/") % (3, closing, b"abc"))
        # Three requests at once: each waits for the one before.
        several = [
            asked % (1, b"", b"a"),
            asked % (12, b"", b"a" * 12),
            asked % (3, closing, b"abc"),
        ]
        answers, seconds = closed_after(port, b"".join(several))

    first, second, third = answers.split(b"HTTP/1.1 ")[1:]
    assert first.endswith(b"\r\n\r\n1")
    assert second.endswith(b"\r\n\r\n12")
    assert b"connection: close" not in first + second
    assert sorted(third.splitlines()[1:]) == sorted(usual.splitlines()[1:])
    assert third.endswith(b"\r\n\r\n3")
    assert seconds < PATIENCE_S
