"""The live stream of a match, over real HTTP: complete, in order, resumable."""

import json
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.api_players import ApiPlayer, begun, play_out

CUTS = 1000
SHORT = {"rounds": 1}
NDJSON = {"Accept": "application/x-ndjson"}

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def players(site: str) -> Iterator[list[ApiPlayer]]:
    made = [ApiPlayer(site, name) for name in ("ann", "bob", "cleo")]
    yield made
    for player in made:
        player.close()


def lines(player: ApiPlayer, match: str, since: int | None = None) -> list[dict[str, Any]]:
    """Read a stream of an ended match to its end."""
    parameters = {} if since is None else {"since": since}
    with player.http.stream(
        "GET", f"/matches/{match}/stream", params=parameters, headers=NDJSON
    ) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        return [json.loads(line) for line in answer.iter_lines() if line]


def test_a_stream_begins_with_a_snapshot_and_ends_with_the_match(
    players: list[ApiPlayer],
) -> None:
    match = begun(players, options=SHORT)
    received: list[dict[str, Any]] = []
    reader = threading.Thread(target=lambda: received.extend(lines(players[0], match)))
    reader.start()
    play_out(players, match, Random(2))
    reader.join(20)

    assert received[0]["type"] == "snapshot"
    assert received[-1] == {"type": "end", "version": received[-2]["version"]}
    versions = [line["version"] for line in received]
    assert versions[1:-1] == list(range(versions[0] + 1, versions[-1] + 1))
    assert received[-2]["type"] == "match_finished"


def test_server_sent_events_carry_the_version_as_id(players: list[ApiPlayer]) -> None:
    match = begun(players, options=SHORT)
    play_out(players, match, Random(3))
    end = players[0].look(match)["version"]

    answer = players[0].http.get(
        f"/matches/{match}/stream", headers={"Last-Event-ID": str(end - 1)}
    )

    first, last = answer.text.strip().split("\n\n")
    assert answer.headers["content-type"] == "text/event-stream"
    assert first.splitlines()[:2] == [f"id: {end}", "event: match_finished"]
    assert last.splitlines()[1] == "event: end"


def test_a_stream_cut_and_resumed_a_thousand_times_gives_exactly_the_stored_sequence(
    players: list[ApiPlayer],
) -> None:
    match = begun(players)
    rng = Random(4)
    player = threading.Thread(target=play_out, args=(players, match, Random(5)))
    player.start()
    spectator = httpx.Client(base_url=players[0].http.base_url, headers=NDJSON, timeout=30)
    received: list[dict[str, Any]] = []
    cuts = 0
    while cuts < CUTS:
        version = received[-1]["version"] if received else 0
        keep = rng.randrange(3)
        with spectator.stream(
            "GET", f"/matches/{match}/stream", params={"since": version}
        ) as answer:
            for line in answer.iter_lines():
                if not line:
                    break
                data = json.loads(line)
                if data["type"] == "end":
                    received.clear()
                    break
                if keep == 0:
                    break
                received.append(data)
                keep -= 1
                assert data["version"] == version + 1
                version += 1
        cuts += 1
        if received and received[-1]["type"] == "match_finished":
            check(spectator, match, received)
            received = []
    player.join()
    spectator.close()


def check(spectator: httpx.Client, match: str, received: list[dict[str, Any]]) -> None:
    stored = spectator.get(f"/matches/{match}/events").json()["results"]

    assert [line["version"] for line in received] == list(range(1, len(stored) + 1))
    assert [line["type"] for line in received] == [event["type"] for event in stored]
    assert [line["at"] for line in received] == [event["at"] for event in stored]


@pytest.mark.parametrize(
    ("since", "code"),
    [("99999", "invalid"), ("-1", "invalid"), ("x", "invalid"), ("9" * 5000, "invalid")],
)
def test_a_position_that_cannot_be_is_refused(
    players: list[ApiPlayer], since: str, code: str
) -> None:
    match = begun(players)

    answer = players[0].http.get(f"/matches/{match}/stream", params={"since": since})

    assert answer.status_code == 400
    assert answer.json()["code"] == code


def test_streams_are_refused_like_everything_else(players: list[ApiPlayer]) -> None:
    private = players[0].open(3, visibility="private")
    unknown = "00000000-0000-7000-8000-000000000000"

    answers = [
        players[1].http.get(f"/matches/{private}/stream"),
        players[1].http.get(f"/matches/{unknown}/stream"),
        httpx.get(
            f"{players[0].http.base_url}matches/{private}/stream",
            headers={"Authorization": "Bearer cp_forged"},
        ),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 401]
