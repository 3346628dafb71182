"""The front of the site over real sockets: who sends slowly or too much disturbs nobody."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest

THREADS = 8
"""As many as a server has for pages and most of the API."""

pytestmark = pytest.mark.usefixtures("committed_db")


def test_clients_that_never_finish_their_bodies_keep_nobody_waiting(site: str) -> None:
    parts = urlsplit(site)
    with ExitStack() as stack:
        for path in ["/api/v1/accounts", "/admin/login/"] * THREADS:
            slow = stack.enter_context(socket.create_connection((parts.hostname, parts.port)))
            slow.sendall(
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                "Content-Length: 100\r\n\r\n{".encode()
            )

        assert httpx.get(f"{site}/healthz", timeout=5).status_code == 200
        assert httpx.get(f"{site}/api/v1/games", timeout=5).status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/accounts", "/admin/login/"])
def test_a_body_that_is_too_large_is_refused(site: str, path: str) -> None:
    answer = httpx.post(site + path, content=b"x" * 3_000_000)

    assert answer.status_code == 413
    assert answer.json()["code"] == "payload_too_large"


def test_a_body_of_some_size_arrives_whole(site: str) -> None:
    body = {"username": "ann", "password": "x" * 200_000}

    answer = httpx.post(f"{site}/api/v1/accounts", json=body)

    assert answer.json()["code"] == "invalid"
