"""Pages of other origins use the API with tokens, and never with cookies."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import httpx
import pytest
from pytest_django import Settings

from cutpurse import environment
from cutpurse.asgi_router import application
from tests.callers import new_player

ELSEWHERE = "https://elsewhere.example"
CREDENTIALS = "access-control-allow-credentials"
ORIGIN = "access-control-allow-origin"

pytestmark = pytest.mark.usefixtures("committed_db")


def ask(method: str, path: str, **headers: str) -> dict[str, str]:
    """Send a request to the application, and return the status and the headers of its answer."""
    given = [
        (name.replace("_", "-").encode(), value.encode())
        for name, value in {"host": "127.0.0.1", **headers}.items()
    ]
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": given}
    scope |= {"query_string": b"", "http_version": "1.1", "scheme": "http", "root_path": ""}
    scope |= {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "raw_path": path.encode()}
    told: dict[str, str] = {}

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            told["status"] = str(message["status"])
            for name, value in message["headers"]:
                key = bytes(name).decode().lower()
                told[key] = ", ".join(filter(None, [told.get(key, ""), bytes(value).decode()]))

    asyncio.run(application(scope, receive, send))
    return told


@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/me", "/api/v1/nowhere"])
def test_any_answer_may_be_read_by_any_origin_but_without_cookies(path: str) -> None:
    answer = ask("GET", path, origin=ELSEWHERE)

    assert answer[ORIGIN] == "*"
    assert answer["access-control-expose-headers"] == "*"
    assert CREDENTIALS not in answer


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/person"])
def test_programs_in_a_browser_get_and_end_their_tokens_from_any_origin(path: str) -> None:
    asked = ask(
        "OPTIONS",
        path,
        origin=ELSEWHERE,
        access_control_request_method="POST",
        access_control_request_headers="authorization,content-type",
    )
    answer = ask(
        "POST",
        path,
        origin=ELSEWHERE,
        cookie="sessionid=somebody",
        content_type="application/x-www-form-urlencoded",
    )

    assert (asked["status"], asked[ORIGIN]) == ("204", "*")
    assert "Authorization" in asked["access-control-allow-headers"]
    assert int(answer["status"]) in {200, 400, 401}
    assert answer[ORIGIN] == "*"
    assert "set-cookie" not in answer
    assert CREDENTIALS not in asked
    assert CREDENTIALS not in answer


def test_where_a_person_is_asked_no_other_origin_reads_anything() -> None:
    for method in ("GET", "POST", "OPTIONS"):
        answer = ask(
            method, "/oauth/authorize", origin=ELSEWHERE, access_control_request_method="GET"
        )
        assert ORIGIN not in answer


def test_an_origin_is_named_once_whatever_the_program_has_registered(settings: Settings) -> None:
    settings.API_ORIGINS = (ELSEWHERE,)
    form = {"content_type": "application/x-www-form-urlencoded"}

    allowed = ask("POST", "/oauth/token", origin=ELSEWHERE, **form)
    other = ask("POST", "/oauth/token", origin="https://b.example", **form)

    assert allowed[ORIGIN] == ELSEWHERE
    assert ORIGIN not in other


def test_a_preflight_allows_what_a_client_sends_and_reaches_no_view() -> None:
    answer = ask(
        "OPTIONS",
        "/api/v1/matches/00000000-0000-0000-0000-000000000000/moves",
        origin=ELSEWHERE,
        access_control_request_method="POST",
        access_control_request_headers="authorization,content-type,idempotency-key",
    )

    assert answer["status"] == "204"
    assert answer[ORIGIN] == "*"
    assert {"Authorization", "Idempotency-Key", "If-None-Match", "Last-Event-ID"} <= set(
        answer["access-control-allow-headers"].split(", ")
    )
    assert "PATCH" in answer["access-control-allow-methods"]
    assert CREDENTIALS not in answer
    assert "x-request-id" not in answer


def test_options_that_is_no_preflight_is_refused_as_ever() -> None:
    answer = ask("OPTIONS", "/api/v1/games", origin=ELSEWHERE)

    assert answer["status"] == "401"
    assert answer["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/games", "/sign-in", "/admin/login/", "/healthz", "/api/docs"])
def test_pages_are_for_their_own_origin(path: str) -> None:
    answer = ask("GET", path, origin=ELSEWHERE)
    asked = ask("OPTIONS", path, origin=ELSEWHERE, access_control_request_method="GET")

    assert ORIGIN not in answer
    assert ORIGIN not in asked


def test_a_site_names_the_origins_that_may(settings: Settings) -> None:
    settings.API_ORIGINS = ("https://a.example", "https://b.example")

    allowed = ask("GET", "/api/v1/games", origin="https://b.example")
    other = ask("GET", "/api/v1/games", origin=ELSEWHERE)
    asked = ask("OPTIONS", "/api/v1/me", origin=ELSEWHERE, access_control_request_method="GET")

    assert allowed[ORIGIN] == "https://b.example"
    assert "Origin" in allowed["vary"]
    assert ORIGIN not in other
    assert "Origin" in other["vary"]
    assert ORIGIN not in asked


def test_blanks_between_the_origins_of_a_site_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    both = ("https://a.example", "https://b.example")

    for given, found in [(" https://a.example, https://b.example ,", both), ("", ()), (" ", ())]:
        monkeypatch.setenv("API_ORIGINS", given)
        assert environment.names("API_ORIGINS", "*") == found
    monkeypatch.delenv("API_ORIGINS")
    assert environment.names("API_ORIGINS", "*") == ("*",)


def test_a_site_may_allow_none(settings: Settings) -> None:
    settings.API_ORIGINS = ()

    assert ORIGIN not in ask("GET", "/api/v1/games", origin=ELSEWHERE)


def test_streams_may_be_read_too(site: str) -> None:
    player = new_player("play")
    headers = {"Authorization": f"Bearer {player.token}", "Origin": ELSEWHERE}

    with httpx.stream("GET", f"{site}/api/v1/me/stream", headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers[ORIGIN] == "*"
