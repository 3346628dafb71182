"""What may be read, by whom, and what the answer to anything else is."""

import httpx
import pytest

from tests.api_players import ApiPlayer, begun
from tests.matches.api.answers import problem

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.mark.parametrize(
    "part", ["", "/events", "/log", "/replay?at=1", "/proof", "/head", "/stream"]
)
def test_a_private_match_is_not_found_by_others(players: list[ApiPlayer], part: str) -> None:
    match = players[0].open(3, visibility="private")

    problem(players[1].http.get(f"/matches/{match}{part}"), 404, "not_found")
    problem(httpx.get(f"{players[0].http.base_url}matches/{match}{part}"), 404, "not_found")
    assert match not in players[1].http.get("/matches", params={"limit": 200}).text
    if part not in ("/stream", "/head"):
        assert players[0].http.get(f"/matches/{match}{part}").status_code == 200


@pytest.mark.parametrize(
    ("part", "status", "code"),
    [
        ("/events?since=-1", 400, "invalid"),
        ("/events?since=999", 400, "invalid"),
        ("/events?since=x", 400, "invalid"),
        ("/events?before=1", 400, "invalid"),
        ("/log?viewer=all", 403, "permission_denied"),
        ("/log?viewer=1", 403, "permission_denied"),
        ("/log?viewer=nobody", 400, "invalid"),
        (f"/log?viewer={'9' * 5000}", 400, "invalid"),
        (f"/events?since={'9' * 5000}", 400, "invalid"),
        ("/replay", 400, "invalid"),
        ("/replay?at=0", 400, "invalid"),
        ("/replay?at=999", 400, "invalid"),
        ("/replay?at=5&viewer=1", 403, "permission_denied"),
    ],
)
def test_what_cannot_be_read_is_refused(
    players: list[ApiPlayer], part: str, status: int, code: str
) -> None:
    match = begun(players)

    problem(players[0].http.get(f"/matches/{match}{part}"), status, code)


def test_a_stranger_may_ask_for_the_headers_of_what_it_may_read(players: list[ApiPlayer]) -> None:
    address = f"{players[0].http.base_url}matches"

    assert httpx.head(address).status_code == httpx.get(address).status_code == 200


def test_other_methods_are_refused(players: list[ApiPlayer]) -> None:
    match = begun(players)

    answer = players[0].http.get(f"/matches/{match}/moves")

    problem(answer, 405, "method_not_allowed")
    assert "POST" in answer.headers["allow"]
