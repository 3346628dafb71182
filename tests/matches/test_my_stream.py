"""An account's own stream, over real HTTP: nothing that waits is lost, whatever is cut."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx
import pytest

from tests import conftest, processes
from tests.api_players import ApiPlayer, begun, play_out

SHORT = {"rounds": 1}
NDJSON = {"Accept": "application/x-ndjson"}

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def players(site: str) -> Iterator[list[ApiPlayer]]:
    made = [ApiPlayer(site, name) for name in ("ann", "bob", "cleo")]
    yield made
    for player in made:
        player.close()


@pytest.fixture(scope="module")
def lonely(environment: dict[str, str]) -> Iterator[str]:
    """Serve the site without Redis and with two streams for an account, and give its address."""
    nowhere = f"redis://127.0.0.1:{processes.free_port()}/0"
    changes = {"REDIS_URL": nowhere, "STREAMS_PER_ACCOUNT": "2", "LIMITS": conftest.MANY_STREAMS}
    with processes.web({**environment, **changes}) as address:
        yield address


@contextmanager
def lines(player: ApiPlayer, since: int | None = None) -> Iterator[Iterator[dict[str, Any]]]:
    """Give the lines of a player's stream as they come, without the empty ones."""
    parameters = {} if since is None else {"since": since}
    with player.http.stream("GET", "/me/stream", params=parameters, headers=NDJSON) as answer:
        assert answer.status_code == 200, answer.read()
        yield (json.loads(line) for line in answer.iter_lines() if line)


def until(kind: str, stream: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """Read up to and including a line of a kind."""
    read = []
    for line in stream:
        read.append(line)
        if line["type"] == kind:
            break
    return read


def play_by_stream(player: ApiPlayer, rng: Random) -> list[dict[str, Any]]:
    """Decide by the stream's lines alone, until a match has ended."""
    heard = []
    with lines(player) as stream:
        for line in stream:
            heard.append(line)
            if line["type"] == "your_turn":
                move = rng.choice(line["legal_moves"])
                answer = player.post_move(line["match"], move, line["version"])
                assert answer.status_code == 201 or answer.json()["code"] == "version_conflict"
            if line["type"] == "match_finished":
                break
    return heard


def test_three_programs_play_a_match_by_their_streams_alone(players: list[ApiPlayer]) -> None:
    heard: dict[str, list[dict[str, Any]]] = {}

    def play(player: ApiPlayer) -> None:
        heard[player.name] = play_by_stream(player, Random(1))

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    match = begun(players, options=SHORT)
    for thread in threads:
        thread.join(60)

    assert players[0].look(match)["status"] == "finished"
    for player in players:
        assert {line["match"] for line in heard[player.name] if "match" in line} == {match}
        assert heard[player.name][-1]["result"] == players[0].look(match)["result"]


def test_who_connects_is_told_every_turn_that_waits_first(players: list[ApiPlayer]) -> None:
    matches = {begun(players) for _ in range(3)}

    with lines(players[0]) as stream:
        heard = until("ready", stream)
    with lines(players[0]) as stream:
        again = until("ready", stream)

    assert [line["type"] for line in heard] == ["your_turn"] * 3 + ["ready"]
    assert {line["match"] for line in heard[:-1]} == matches
    assert {line["match"] for line in again[:-1]} == matches


def test_who_comes_back_is_told_what_has_begun_and_ended_meanwhile(
    players: list[ApiPlayer],
) -> None:
    with lines(players[0]) as stream:
        since = until("ready", stream)[-1]["id"]
    ended = begun(players, options=SHORT)
    play_out(players, ended, Random(2))
    running = begun(players)

    with lines(players[0], since) as stream:
        heard = until("ready", stream)

    assert [(line["type"], line["match"]) for line in heard[:-1]] == [
        ("match_finished", ended),
        ("match_started", running),
        ("your_turn", running),
    ]


def test_server_sent_events_name_the_line_and_carry_its_id(players: list[ApiPlayer]) -> None:
    begun(players)
    with players[0].http.stream("GET", "/me/stream") as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        first = [line for line, _ in zip(answer.iter_lines(), range(3), strict=False)]

    assert first[1] == "event: your_turn"
    assert first[0] == f"id: {json.loads(first[2].removeprefix('data: '))['id']}"


@pytest.mark.parametrize(
    ("since", "word"), [("soon", "whole number"), ("-1", "whole number"), ("4102444800000", "come")]
)
def test_a_position_that_nobody_was_sent_is_refused(
    players: list[ApiPlayer], since: str, word: str
) -> None:
    answer = players[0].http.get("/me/stream", params={"since": since})

    assert answer.status_code == 400
    assert word in answer.json()["detail"]


def test_a_stranger_has_no_stream(site: str) -> None:
    answer = httpx.get(f"{site}/api/v1/me/stream")

    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.more
def test_an_account_holds_so_many_streams_and_the_refusal_names_the_limit(
    lonely: str,
) -> None:
    player = ApiPlayer(lonely, "ann")
    with lines(player) as one, lines(player) as two:
        until("ready", one)
        until("ready", two)
        refused = player.http.get("/me/stream")
    # The server notices a moment later that they have gone.
    give_up = time.monotonic() + 10
    while (answer := _opened(player)) == 429 and time.monotonic() < give_up:
        time.sleep(0.1)
    player.close()

    assert refused.status_code == 429
    assert refused.json()["params"] == {"bucket": "streams_per_account", "limit": 2, "seconds": 5}
    assert refused.headers["Retry-After"] == "5"
    assert answer == 200


def _opened(player: ApiPlayer) -> int:
    with player.http.stream("GET", "/me/stream") as answer:
        return answer.status_code


@pytest.mark.long
def test_without_redis_turns_are_told_all_the_same(lonely: str) -> None:
    players = [ApiPlayer(lonely, name) for name in ("ann", "bob", "cleo")]
    with lines(players[0]) as stream:
        until("ready", stream)
        match = begun(players)
        heard = until("your_turn", stream)
    for player in players:
        player.close()

    assert [(line["type"], line["match"]) for line in heard] == [
        ("match_started", match),
        ("your_turn", match),
    ]


@pytest.mark.more
def test_a_stream_ends_with_its_token(players: list[ApiPlayer], site: str) -> None:
    player = players[0]
    with lines(player) as stream:
        until("ready", stream)
        token_id = player.http.get("/me").json()["token_id"]
        assert player.http.delete(f"/tokens/{token_id}").status_code == 204
        rest = list(stream)

    assert rest == []
