"""The addresses of the site: who sends or reads slowly, or sends too much, disturbs nobody."""

import asyncio
import socket
from collections.abc import MutableMapping
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import pytest

from accounts.models import Account
from accounts.services import issue_token
from cutpurse.asgi_router import application
from matches.actors import Player
from matches.api import moves
from tests.matches.tables import begun, opened, page, people, play_out

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


@pytest.mark.parametrize(
    "path",
    [
        f"/api/v1/matches/{UUID(int=7)}/remarks",
        f"/matches/{UUID(int=7)}/remarks",
        "/api/v1/tournaments/cup/remarks",
        "/tournaments/cup/talk",
        "/api/v1/reports",
    ],
)
def test_ten_megabytes_of_talk_are_refused_unread(site: str, path: str) -> None:
    answer = httpx.post(site + path, content=b'{"words": "' + b"x" * 10_000_000 + b'"}')

    assert answer.status_code == 413
    assert answer.json()["code"] == "payload_too_large"


def test_a_body_of_some_size_arrives_whole(site: str) -> None:
    body = {"username": "ann", "password": "x" * 200_000}

    answer = httpx.post(f"{site}/api/v1/accounts", json=body)

    assert answer.json()["code"] == "invalid"


def token_of(player: Player) -> str:
    """Return a token with which a player may move."""
    account = Account.objects.get(pk=player.account)
    return issue_token(account=account, name="test", scopes=["play"]).secret


def test_a_move_is_answered_with_every_header_once(site: str) -> None:
    players = people(3)
    match = begun(players)
    path = f"/api/v1/matches/{match}/moves"
    seen = page(match, players[0])
    body = {"expected_version": seen["version"], "move": seen["legal_moves"][0]}
    headers = {"Authorization": f"Bearer {token_of(players[0])}", "Idempotency-Key": "k" * 16}

    answers = [
        httpx.post(site + path, json=body, headers=headers),
        httpx.post(site + path, json=body, headers=headers),
        httpx.post(site + path, json=body),
        httpx.post(site + path, content=b"x" * 300_000),
        httpx.get(f"{site}/api/v1/matches/{UUID(int=1)}/stream"),
    ]

    assert [answer.status_code for answer in answers] == [201, 201, 401, 413, 404]
    for answer in answers:
        names = [name for name, _ in answer.headers.multi_items()]
        assert len(names) == len(set(names))
        for name, value in moves.FIXED_HEADERS.items():
            assert answer.headers[name] == value


def ended_match() -> UUID:
    """Return a match that has a log of many lines."""
    players = people(3)
    match = begun(players, options={"rounds": 1})
    play_out(match, players)
    return match


async def ask(path: str, reads_on: asyncio.Event) -> int:
    """Send a GET to the application; return the status once all of the answer is read.

    The head of the answer is read at once, and nothing more before the event.
    """
    statuses: list[int] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        await reads_on.wait()

    await application(scope_of(path), receive, send)
    return statuses[0]


def scope_of(path: str) -> MutableMapping[str, Any]:
    """Return what a server tells the application of a GET."""
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


def test_readers_who_stop_reading_keep_no_thread() -> None:
    log = f"/api/v1/matches/{ended_match()}/log"

    async def look() -> int:
        never, at_once = asyncio.Event(), asyncio.Event()
        at_once.set()
        stuck = [asyncio.create_task(ask(log, never)) for _ in range(2 * THREADS)]
        try:
            return await asyncio.wait_for(ask("/healthz", at_once), 10)
        finally:
            never.set()
            await asyncio.gather(*stuck)

    assert asyncio.run(look()) == 200


def test_head_of_a_stream_answers_at_once_with_the_headers_alone(site: str) -> None:
    match = ended_match()

    answer = httpx.head(f"{site}/api/v1/matches/{match}/stream", timeout=5)
    nothing = httpx.head(f"{site}/api/v1/matches/{UUID(int=1)}/stream", timeout=5)

    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "text/event-stream"
    assert (nothing.status_code, nothing.content) == (404, b"")


def test_an_id_has_one_spelling(site: str) -> None:
    (ann,) = people(1)
    match = str(opened(ann))

    for part in ("stream", "moves", "events"):
        for other in (match.upper(), match.replace("-", ""), f"{match[1:]}{match[0]}"[:36]):
            if other != match:
                answer = httpx.request("HEAD", f"{site}/api/v1/matches/{other}/{part}")
                assert answer.status_code == 404


def test_a_stream_and_moves_take_their_own_methods_and_paths_and_nothing_near(site: str) -> None:
    (ann,) = people(1)
    match = f"{site}/api/v1/matches/{opened(ann)}"

    for method, path in [("POST", "stream"), ("DELETE", "stream"), ("GET", "moves")]:
        answer = httpx.request(method, f"{match}/{path}")
        assert answer.json()["code"] in {"not_authenticated", "method_not_allowed"}
    for path in ("stream/", "stream%0A", "moves/", "moves%0A"):
        answer = httpx.post(f"{match}/{path}") if "moves" in path else httpx.get(f"{match}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
