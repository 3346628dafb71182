"""What is read of answers, and where nothing is."""

from typing import Any

import httpx

from tests.api_players import ApiPlayer

NOWHERE = "00000000-0000-7000-8000-000000000000"


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Return the problem that an answer must be."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert set(body) == {
        "type",
        "title",
        "status",
        "detail",
        "code",
        "params",
        "errors",
        "request_id",
    }
    assert (body["status"], body["code"]) == (status, code)
    assert body["request_id"] == answer.headers["x-request-id"]
    return body


def first_move(player: ApiPlayer, match: str) -> tuple[dict[str, Any], int]:
    """Return a legal move and the version that it is for."""
    seen = player.look(match)
    return seen["legal_moves"][0], seen["version"]
