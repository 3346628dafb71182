"""The REST API of matches, over real HTTP: the answers that clients are written against."""

import secrets
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.api_players import ApiPlayer, begun, play_out

SHORT = {"rounds": 1}
NOWHERE = "00000000-0000-7000-8000-000000000000"

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture(scope="module")
def players(site: str) -> Iterator[list[ApiPlayer]]:
    made = [ApiPlayer(site, name) for name in ("ann", "bob", "cleo")]
    yield made
    for player in made:
        player.close()


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


def test_three_programs_play_a_match_to_its_end_and_read_all_of_it(
    players: list[ApiPlayer],
) -> None:
    match = begun(players, options=SHORT)

    moves = play_out(players, match, Random(1))

    ended = players[0].look(match)
    log = players[0].http.get(f"/matches/{match}/log")
    assert moves == 3 + 14 * 3
    assert ended["result"]["reason"] == "played_out"
    assert log.headers["content-type"] == "application/x-ndjson"
    assert len(log.text.splitlines()) == ended["version"] + 1


def test_a_match_shows_what_a_client_needs(players: list[ApiPlayer]) -> None:
    match = begun(players)

    seen = players[1].look(match)

    assert seen["my_seat"] == 1
    assert seen["to_act"] == [0, 1, 2]
    assert len(seen["legal_moves"]) == 15
    assert seen["legal_moves"][0]["type"] == "choose_pain"
    assert [seat["player"] for seat in seen["seats"]] == [player.name for player in players]
    assert len(seen["commitment"]) == 64


def test_the_lists_of_games_and_bots_say_what_can_be_asked_for(players: list[ApiPlayer]) -> None:
    games = players[0].expect(200, httpx.get(f"{players[0].http.base_url}games"))["results"]
    bots = players[0].expect(200, httpx.get(f"{players[0].http.base_url}bots"))["results"]

    stick_em = next(game for game in games if game["id"] == "stick-em")
    assert stick_em["players"] == {"min": 3, "max": 6}
    assert set(stick_em["options"]["properties"]) == {"all_zero", "rounds", "history"}
    assert {"random", "greedy"} <= {bot["id"] for bot in bots}


def test_matches_are_listed_newest_first_in_pages(players: list[ApiPlayer]) -> None:
    opened = [players[0].open(3) for _ in range(3)]
    opened += [begun(players)]
    mine: dict[str, Any] = {"player": players[0].name, "limit": 200}

    listed = players[1].expect(200, players[1].http.get("/matches", params={"limit": 2}))
    live = players[1].expect(
        200, players[1].http.get("/matches", params={**mine, "status": "live"})
    )

    assert [row["id"] for row in listed["results"]] == opened[:1:-1]
    assert listed["next"]
    assert opened[3] in [row["id"] for row in live["results"]]
    assert opened[0] not in [row["id"] for row in live["results"]]


class TestMoves:
    def test_a_repeated_move_is_answered_again_and_marked(self, players: list[ApiPlayer]) -> None:
        match = begun(players)
        move, version = first_move(players[0], match)
        key = secrets.token_hex(16)

        first = players[0].post_move(match, move, version, key)
        again = players[0].post_move(match, move, version, f'"{key}"')

        assert first.status_code == again.status_code == 201
        assert first.content == again.content
        assert "idempotency-replayed" not in first.headers
        assert again.headers["idempotency-replayed"] == "true"

    def test_fifty_at_once_with_one_key_move_once(self, players: list[ApiPlayer]) -> None:
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

    def test_fifty_at_once_with_keys_of_their_own_move_once(self, players: list[ApiPlayer]) -> None:
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

    def test_a_move_needs_a_key(self, players: list[ApiPlayer]) -> None:
        match = begun(players)
        move, version = first_move(players[0], match)
        body = {"expected_version": version, "move": move}

        answer = players[0].http.post(f"/matches/{match}/moves", json=body)

        problem(answer, 400, "idempotency_key_required")

    @pytest.mark.parametrize("key", ["short", "x" * 65, "with a space in it", '"half-quoted-key-1'])
    def test_a_key_out_of_form_is_refused(self, players: list[ApiPlayer], key: str) -> None:
        match = begun(players)

        answer = players[0].post_move(match, {}, 1, key)

        problem(answer, 400, "invalid")

    def test_a_key_with_another_body_is_refused(self, players: list[ApiPlayer]) -> None:
        match = begun(players)
        seen = players[0].look(match)
        key = secrets.token_hex(16)
        players[0].post_move(match, seen["legal_moves"][0], seen["version"], key)

        answer = players[0].post_move(match, seen["legal_moves"][1], seen["version"], key)

        problem(answer, 422, "idempotency_key_reused")

    def test_a_stale_version_is_a_conflict(self, players: list[ApiPlayer]) -> None:
        match = begun(players)
        move, version = first_move(players[0], match)

        body = problem(players[0].post_move(match, move, version - 1), 409, "version_conflict")

        assert body["params"] == {"expected": version - 1, "current": version}

    def test_an_illegal_move_is_refused_with_a_reason(self, players: list[ApiPlayer]) -> None:
        match = begun(players)
        version = players[0].look(match)["version"]
        move = {"type": "play_card", "card": "blue-1"}

        body = problem(players[0].post_move(match, move, version), 422, "illegal_move")

        assert body["params"]["reason"]

    def test_who_has_moved_waits(self, players: list[ApiPlayer]) -> None:
        match = begun(players)
        seen = players[0].look(match)
        players[0].post_move(match, seen["legal_moves"][0], seen["version"])

        answer = players[0].post_move(match, seen["legal_moves"][1], seen["version"] + 1)

        problem(answer, 409, "not_your_turn")

    def test_a_stranger_to_the_match_cannot_move(self, players: list[ApiPlayer]) -> None:
        match = players[0].open(3)

        problem(players[1].post_move(match, {}, 1), 403, "seat_not_yours")

    def test_a_match_that_is_not_there_is_not_found(self, players: list[ApiPlayer]) -> None:
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
        self,
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
    def test_a_forged_token_is_refused(self, players: list[ApiPlayer], header: str) -> None:
        match = begun(players)

        answer = players[0].http.post(
            f"/matches/{match}/moves",
            json={"expected_version": 1, "move": {}},
            headers={"Authorization": header, "Idempotency-Key": secrets.token_hex(16)},
        )

        problem(answer, 401, "not_authenticated")
        assert answer.headers["www-authenticate"].startswith("Bearer")

    def test_a_revoked_token_moves_no_more_though_it_moved_a_moment_ago(self, site: str) -> None:
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

    def test_a_token_for_reading_alone_does_not_move(self, site: str) -> None:
        reader = ApiPlayer(site, "reader", scopes=("read",))

        body = problem(reader.post_move(NOWHERE, {}, 1), 403, "scope_missing")

        assert body["params"]["any_of"] == ["bot", "play"]
        reader.close()


class TestOpening:
    @pytest.mark.parametrize(
        ("wanted", "status", "code"),
        [
            ({"game": "chess", "seats": 2}, 422, "invalid_options"),
            ({"game": "stick-em", "seats": 2}, 422, "invalid_options"),
            ({"game": "stick-em", "seats": 7}, 422, "invalid_options"),
            ({"game": "stick-em", "seats": 10**30}, 422, "invalid_options"),
            ({"game": "stick-em", "seats": "3"}, 400, "invalid"),
            ({"game": "stick-em", "seats": 3, "options": {"x": 1}}, 422, "invalid_options"),
            (
                {"game": "stick-em", "seats": 3, "options": {"rounds": "two"}},
                422,
                "invalid_options",
            ),
            ({"game": "stick-em", "seats": 3, "options": {"rounds": [1]}}, 400, "invalid"),
            ({"game": "stick-em", "seats": 3, "options": []}, 400, "invalid"),
            ({"game": "stick-em", "seats": 3, "clock": {"per_move": -1}}, 400, "invalid"),
            ({"game": "stick-em\0", "seats": 3}, 400, "invalid"),
            ({"seats": 3}, 400, "invalid"),
            ({}, 400, "invalid"),
        ],
    )
    def test_a_match_that_cannot_be_is_refused_with_every_error(
        self, players: list[ApiPlayer], wanted: dict[str, Any], status: int, code: str
    ) -> None:
        answer = players[0].http.post("/matches", json=wanted)

        assert problem(answer, status, code)["errors"]

    def test_a_repeated_opening_opens_one_match(self, players: list[ApiPlayer]) -> None:
        key = {"Idempotency-Key": secrets.token_hex(16)}
        wanted = {"game": "stick-em", "seats": 3}

        first = players[0].http.post("/matches", json=wanted, headers=key)
        again = players[0].http.post("/matches", json=wanted, headers=key)
        other = players[0].http.post("/matches", json={**wanted, "seats": 4}, headers=key)

        assert first.content == again.content
        assert again.headers["idempotency-replayed"] == "true"
        problem(other, 422, "idempotency_key_reused")

    def test_a_stranger_opens_nothing(self, players: list[ApiPlayer]) -> None:
        answer = httpx.post(
            f"{players[0].http.base_url}matches", json={"game": "stick-em", "seats": 3}
        )

        problem(answer, 401, "not_authenticated")


class TestSeats:
    def test_seats_are_taken_once_and_by_each_account_once(self, players: list[ApiPlayer]) -> None:
        match = players[0].open(3)
        seats = f"/matches/{match}/seats"
        players[0].sit(match, seat=2)

        problem(players[0].http.post(seats, json={}), 409, "seat_taken")
        problem(players[1].http.post(seats, json={"seat": 2}), 409, "seat_taken")
        problem(players[1].http.post(seats, json={"seat": 5}), 400, "invalid")
        problem(players[1].http.post(seats, json={"client_seed": "a b"}), 400, "invalid")
        problem(players[1].http.post(seats, json={"bot": "random"}), 403, "permission_denied")
        problem(players[0].http.post(seats, json={"bot": "hal"}), 400, "invalid")

    def test_ten_at_once_fill_three_seats(self, players: list[ApiPlayer], site: str) -> None:
        match = players[0].open(3, start="manual")
        crowd = [ApiPlayer(site, "guest") for _ in range(6)]
        codes: list[int] = []

        def sit(player: ApiPlayer) -> None:
            codes.append(player.http.post(f"/matches/{match}/seats", json={}).status_code)

        threads = [threading.Thread(target=sit, args=(player,)) for player in crowd]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(codes) == [201] * 3 + [409] * 3
        assert len(players[0].look(match)["seats"]) == 3
        for player in crowd:
            player.close()

    def test_getting_up_and_starting(self, players: list[ApiPlayer]) -> None:
        match = players[0].open(3, start="manual")
        players[0].sit(match)
        players[0].expect(200, players[0].http.delete(f"/matches/{match}/seats/me"))
        problem(players[0].http.post(f"/matches/{match}/start", json={}), 409, "match_not_started")
        for player in players:
            player.sit(match)

        started = players[0].expect(200, players[0].http.post(f"/matches/{match}/start", json={}))

        assert started["status"] == "live"
        problem(players[0].http.delete(f"/matches/{match}/seats/me"), 403, "permission_denied")


class TestEnds:
    def test_resigning_and_voting(self, players: list[ApiPlayer]) -> None:
        match = begun(players)

        resigned = players[0].expect(200, players[0].http.post(f"/matches/{match}/resign", json={}))
        vote = players[1].expect(200, players[1].http.post(f"/matches/{match}/abort-vote", json={}))
        last = players[2].expect(200, players[2].http.post(f"/matches/{match}/abort-vote", json={}))

        assert [event["type"] for event in resigned["events"]] == [
            "seat_resigned",
            "seat_replaced",
        ]
        assert vote == {"votes": 1, "needed": 2, "status": "live"}
        assert last == {"votes": 2, "needed": 2, "status": "void"}
        problem(players[1].post_move(match, {}, 1), 409, "version_conflict")
        current = players[1].look(match)["version"]
        problem(players[1].post_move(match, {}, current), 409, "match_over")


class TestReading:
    @pytest.mark.parametrize(
        "part", ["", "/events", "/log", "/replay?at=1", "/proof", "/head", "/stream"]
    )
    def test_a_private_match_is_not_found_by_others(
        self, players: list[ApiPlayer], part: str
    ) -> None:
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
        self, players: list[ApiPlayer], part: str, status: int, code: str
    ) -> None:
        match = begun(players)

        problem(players[0].http.get(f"/matches/{match}{part}"), status, code)

    def test_a_stranger_may_ask_for_the_headers_of_what_it_may_read(
        self, players: list[ApiPlayer]
    ) -> None:
        address = f"{players[0].http.base_url}matches"

        assert httpx.head(address).status_code == httpx.get(address).status_code == 200

    def test_other_methods_are_refused(self, players: list[ApiPlayer]) -> None:
        match = begun(players)

        answer = players[0].http.get(f"/matches/{match}/moves")

        problem(answer, 405, "method_not_allowed")
        assert "POST" in answer.headers["allow"]
