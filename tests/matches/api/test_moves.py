"""Moves: repeated, at once, out of form, refused."""

import secrets
import threading

import httpx
import pytest

from tests.api_players import ApiPlayer, begun
from tests.matches.api.answers import NOWHERE, first_move, problem

pytestmark = pytest.mark.usefixtures("committed_db")


def test_a_repeated_move_is_answered_again_and_marked(players: list[ApiPlayer]) -> None:
    match = begun(players)
    move, version = first_move(players[0], match)
    key = secrets.token_hex(16)

    first = players[0].post_move(match, move, version, key)
    again = players[0].post_move(match, move, version, f'"{key}"')

    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"


def test_fifty_at_once_with_one_key_move_once(players: list[ApiPlayer]) -> None:
    match = begun(players)
    move, version = first_move(players[0], match)
    key = secrets.token_hex(16)
    answers: list[httpx.Response] = []

    def send() -> None:
        answers.append(players[0].post_move(match, move, version, key))

    threads = [threading.Thread(target=send) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert players[0].look(match)["version"] == version + 1


def test_fifty_at_once_with_keys_of_their_own_move_once(players: list[ApiPlayer]) -> None:
    match = begun(players)
    move, version = first_move(players[0], match)
    answers: list[httpx.Response] = []

    def send() -> None:
        answers.append(players[0].post_move(match, move, version))

    threads = [threading.Thread(target=send) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 49
    assert players[0].look(match)["version"] == version + 1


def test_a_move_needs_a_key(players: list[ApiPlayer]) -> None:
    match = begun(players)
    move, version = first_move(players[0], match)
    body = {"expected_version": version, "move": move}

    answer = players[0].http.post(f"/matches/{match}/moves", json=body)

    problem(answer, 400, "idempotency_key_required")


@pytest.mark.parametrize("key", ["short", "x" * 65, "with a space in it", '"half-quoted-key-1'])
def test_a_key_out_of_form_is_refused(players: list[ApiPlayer], key: str) -> None:
    match = begun(players)

    answer = players[0].post_move(match, {}, 1, key)

    problem(answer, 400, "invalid")


def test_a_key_with_another_body_is_refused(players: list[ApiPlayer]) -> None:
    match = begun(players)
    seen = players[0].look(match)
    key = secrets.token_hex(16)
    players[0].post_move(match, seen["legal_moves"][0], seen["version"], key)

    answer = players[0].post_move(match, seen["legal_moves"][1], seen["version"], key)

    problem(answer, 422, "idempotency_key_reused")


def test_a_stale_version_is_a_conflict(players: list[ApiPlayer]) -> None:
    match = begun(players)
    move, version = first_move(players[0], match)

    body = problem(players[0].post_move(match, move, version - 1), 409, "version_conflict")

    assert body["params"] == {"expected": version - 1, "current": version}


def test_an_illegal_move_is_refused_with_a_reason(players: list[ApiPlayer]) -> None:
    match = begun(players)
    version = players[0].look(match)["version"]
    move = {"type": "play_card", "card": "blue-1"}

    body = problem(players[0].post_move(match, move, version), 422, "illegal_move")

    assert body["params"]["reason"]


def test_who_has_moved_waits(players: list[ApiPlayer]) -> None:
    match = begun(players)
    seen = players[0].look(match)
    players[0].post_move(match, seen["legal_moves"][0], seen["version"])

    answer = players[0].post_move(match, seen["legal_moves"][1], seen["version"] + 1)

    problem(answer, 409, "not_your_turn")


def test_a_stranger_to_the_match_cannot_move(players: list[ApiPlayer]) -> None:
    match = players[0].open(3)

    problem(players[1].post_move(match, {}, 1), 403, "seat_not_yours")


def test_a_match_that_is_not_there_is_not_found(players: list[ApiPlayer]) -> None:
    problem(players[0].post_move(NOWHERE, {}, 1), 404, "not_found")


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"", "application/json", 400, "parse_error"),
        (b"{", "application/json", 400, "parse_error"),
        (b"\xff\xfe", "application/json", 400, "parse_error"),
        (
            b'{"move":' + b"[" * 5000 + b"]" * 5000 + b"}",
            "application/json",
            400,
            "parse_error",
        ),
        (b"{}", "application/json", 400, "invalid"),
        (b"[]", "application/json", 400, "invalid"),
        (b'{"expected_version":"7","move":{}}', "application/json", 400, "invalid"),
        (b'{"expected_version":-1,"move":{}}', "application/json", 400, "invalid"),
        (b'{"expected_version":1.5,"move":{}}', "application/json", 400, "invalid"),
        (b'{"expected_version":7,"move":"x"}', "application/json", 400, "invalid"),
        (b'{"expected_version":7,"move":{},"x":1}', "application/json", 400, "invalid"),
        (
            b'{"expected_version":7,"move":{"type":"\\u0000"}}',
            "application/json",
            400,
            "invalid",
        ),
        (b"a=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        (b"{}", "text/plain", 415, "unsupported_media_type"),
        (b" " * 300_000, "application/json", 413, "payload_too_large"),
        (b" " * 10_000_000, "application/json", 413, "payload_too_large"),
    ],
)
def test_a_body_that_is_no_move_is_refused_and_changes_nothing(
    players: list[ApiPlayer],
    content: bytes,
    kind: str,
    status: int,
    code: str,
) -> None:
    match = begun(players)
    before = players[0].look(match)

    try:
        answer = players[0].http.post(
            f"/matches/{match}/moves",
            content=content,
            headers={"Content-Type": kind, "Idempotency-Key": secrets.token_hex(16)},
        )
    except httpx.WriteError:
        # The server has answered and closed before ten megabytes were on their way.
        assert status == 413
    else:
        problem(answer, status, code)
    assert players[0].look(match) == before


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer cp_" + "x" * 43,
        "Bearer x",
        "Basic YW5uOnBhc3M=",
        "Bearer cp_(" + "x" * 42,
    ],
)
def test_a_forged_token_is_refused(players: list[ApiPlayer], header: str) -> None:
    match = begun(players)

    answer = players[0].http.post(
        f"/matches/{match}/moves",
        json={"expected_version": 1, "move": {}},
        headers={"Authorization": header, "Idempotency-Key": secrets.token_hex(16)},
    )

    problem(answer, 401, "not_authenticated")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_revoked_token_moves_no_more_though_it_moved_a_moment_ago(site: str) -> None:
    late = [ApiPlayer(site, name) for name in ("dirk", "eva", "finn")]
    match = begun(late)
    seen = late[0].look(match)
    late[1].post_move(match, late[1].look(match)["legal_moves"][0], seen["version"])
    (token,) = late[0].http.get("/tokens").json()["results"]
    # The token is in the cache of the server now, where the move will find it.
    late[0].post_move(match, {}, 1)
    assert late[0].http.delete(f"/tokens/{token['id']}").status_code == 204

    answer = late[0].post_move(match, seen["legal_moves"][0], seen["version"] + 1)

    problem(answer, 401, "not_authenticated")
    assert late[1].look(match)["version"] == seen["version"] + 1
    for player in late:
        player.close()


def test_a_token_for_reading_alone_does_not_move(site: str) -> None:
    reader = ApiPlayer(site, "reader", scopes=("read",))

    body = problem(reader.post_move(NOWHERE, {}, 1), 403, "scope_missing")

    assert body["params"]["any_of"] == ["bot", "play"]
    reader.close()
