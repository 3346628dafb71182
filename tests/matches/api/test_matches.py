"""Matches from their opening to their end, as programs play them."""

import secrets
import threading
from random import Random
from typing import Any

import httpx
import pytest

from tests.api_players import ApiPlayer, begun, play_out
from tests.matches.api.answers import problem

SHORT = {"rounds": 1}

pytestmark = pytest.mark.usefixtures("committed_db")


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


def test_a_match_is_played_by_rules_that_are_named_and_else_by_the_usual_ones(
    players: list[ApiPlayer],
) -> None:
    http = players[0].http
    games = players[0].expect(200, http.get("/games"))["results"]
    (other,) = next(game for game in games if game["id"] == "pickpocket")["other_rules"]
    assert (other["rules"], other["about"]) == (
        "pickpocket@2",
        "an order for each player",
    )
    assert "orders" in str(other["view"])

    named = begun(players, game="pickpocket", rules="pickpocket@2", options={})
    usual = begun(players, game="pickpocket", options={})

    assert players[0].look(named)["rules"] == "pickpocket@2"
    assert players[0].look(usual)["rules"] == "pickpocket@1"
    play_out(players, named, Random(2))
    log = http.get(f"/matches/{named}/log").text
    assert '"type":"orders_drawn"' in log
    listed = players[0].expect(200, http.get("/matches", params={"rules": "pickpocket@2"}))
    assert named in [row["id"] for row in listed["results"]]
    assert usual not in [row["id"] for row in listed["results"]]


@pytest.mark.parametrize("rules", ["pickpocket@3", "second-story@2", "", "pickpocket"])
def test_rules_that_the_game_does_not_have_are_refused_with_those_that_it_has(
    players: list[ApiPlayer], rules: str
) -> None:
    asked = {"game": "pickpocket", "seats": 3, "rules": rules}

    answer = players[0].http.post("/matches", json=asked)

    (error,) = problem(answer, 422, "invalid_options")["errors"]
    assert error["field"] == "rules"
    assert "pickpocket@1 or pickpocket@2" in error["message"]


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
    players: list[ApiPlayer], wanted: dict[str, Any], status: int, code: str
) -> None:
    answer = players[0].http.post("/matches", json=wanted)

    assert problem(answer, status, code)["errors"]


def test_a_repeated_opening_opens_one_match(players: list[ApiPlayer]) -> None:
    key = {"Idempotency-Key": secrets.token_hex(16)}
    wanted = {"game": "stick-em", "seats": 3}

    first = players[0].http.post("/matches", json=wanted, headers=key)
    again = players[0].http.post("/matches", json=wanted, headers=key)
    other = players[0].http.post("/matches", json={**wanted, "seats": 4}, headers=key)

    assert first.content == again.content
    assert again.headers["idempotency-replayed"] == "true"
    problem(other, 422, "idempotency_key_reused")


def test_a_stranger_opens_nothing(players: list[ApiPlayer]) -> None:
    answer = httpx.post(f"{players[0].http.base_url}matches", json={"game": "stick-em", "seats": 3})

    problem(answer, 401, "not_authenticated")


def test_seats_are_taken_once_and_by_each_account_once(players: list[ApiPlayer]) -> None:
    match = players[0].open(3)
    seats = f"/matches/{match}/seats"
    players[0].sit(match, seat=2)

    problem(players[0].http.post(seats, json={}), 409, "seat_taken")
    problem(players[1].http.post(seats, json={"seat": 2}), 409, "seat_taken")
    problem(players[1].http.post(seats, json={"seat": 5}), 400, "invalid")
    problem(players[1].http.post(seats, json={"client_seed": "a b"}), 400, "invalid")
    problem(players[1].http.post(seats, json={"bot": "random"}), 403, "permission_denied")
    problem(players[0].http.post(seats, json={"bot": "hal"}), 400, "invalid")


def test_ten_at_once_fill_three_seats(players: list[ApiPlayer], site: str) -> None:
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


def test_getting_up_and_starting(players: list[ApiPlayer]) -> None:
    match = players[0].open(3, start="manual")
    players[0].sit(match)
    players[0].expect(200, players[0].http.delete(f"/matches/{match}/seats/me"))
    problem(players[0].http.post(f"/matches/{match}/start", json={}), 409, "match_not_started")
    for player in players:
        player.sit(match)

    started = players[0].expect(200, players[0].http.post(f"/matches/{match}/start", json={}))

    assert started["status"] == "live"
    problem(players[0].http.delete(f"/matches/{match}/seats/me"), 403, "permission_denied")


def test_resigning_and_voting(players: list[ApiPlayer]) -> None:
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
