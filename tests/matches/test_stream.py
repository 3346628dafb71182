"""The live stream of a match, over real HTTP: complete, in order, resumable."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx
import pytest
from django.db import connection

from matches.live import frames, streams
from matches.live.feeds import POLL_S
from tests import processes
from tests.api_players import ApiPlayer, begun, play_out
from tests.conftest import REGISTRATIONS

CUTS = 1000
SHORT = {"rounds": 1}
SERVER = "to be cut off"
"""What the database knows the server of one test by."""
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


@pytest.mark.long
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
    [("-1", "invalid"), ("x", "invalid"), ("9" * 5000, "invalid")],
)
def test_a_position_that_cannot_be_is_refused(
    players: list[ApiPlayer], since: str, code: str
) -> None:
    match = begun(players)

    answer = players[0].http.get(f"/matches/{match}/stream", params={"since": since})

    assert answer.status_code == 400
    assert answer.json()["code"] == code


def test_who_resumes_beyond_the_head_is_told_to_forget_and_how_the_match_stands(
    players: list[ApiPlayer],
) -> None:
    match = begun(players, options=SHORT)
    version = players[0].look(match)["version"]
    url = f"/matches/{match}/stream?since={version + 4000}"
    reset = {"type": "reset", "version": version}

    with players[0].http.stream("GET", url, headers=NDJSON) as answer:
        said = answer.iter_lines()
        assert json.loads(next(said)) == reset
        snapshot = json.loads(next(said))
        play_out(players, match, Random(6))
        after = [json.loads(line) for line in said if line]

    assert (snapshot["type"], snapshot["version"]) == ("snapshot", version)
    assert snapshot["data"]["legal_moves"]
    assert [line["version"] for line in after[:-1]] == list(
        range(version + 1, after[-1]["version"] + 1)
    )
    first, second, last = players[0].http.get(url).text.strip().split("\n\n")
    end = after[-1]["version"]
    assert first.splitlines() == [
        *(f"id: {end}", "event: reset"),
        f'data: {{"type":"reset","version":{end}}}',
    ]
    assert [each.splitlines()[1] for each in (second, last)] == ["event: snapshot", "event: end"]


class Listener(threading.Thread):
    """Somebody who reads a stream until it ends."""

    def __init__(self, player: ApiPlayer, match: str, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.address = f"{player.http.base_url}matches/{match}/stream"
        self.headers = {**NDJSON, **headers}
        self.versions: list[int] = []
        self.start()
        self.wait_for(1)

    def run(self) -> None:
        with httpx.stream("GET", self.address, headers=self.headers, timeout=20) as answer:
            self.versions.extend(
                json.loads(line)["version"] for line in answer.iter_lines() if line
            )

    def wait_for(self, count: int) -> None:
        """Wait until so many messages have arrived."""
        give_up = time.monotonic() + 20
        while len(self.versions) < count and self.is_alive():
            assert time.monotonic() < give_up, self.versions
            time.sleep(0.05)


def move(player: ApiPlayer, match: str) -> None:
    seen = player.look(match)
    player.expect(201, player.post_move(match, seen["legal_moves"][0], seen["version"]))


def end_sessions() -> None:
    """End what that server has open at the database, as a restart does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE application_name = %s",
            [SERVER],
        )
        assert cursor.rowcount


@pytest.fixture
def patient_players(environment: dict[str, str]) -> Iterator[list[ApiPlayer]]:
    """Give players at a server of their own, whose connections may be ended."""
    url = environment["DATABASE_URL"]
    url += f"{'&' if '?' in url else '?'}application_name={quote(SERVER)}"
    with processes.web({**environment, "WEB_THREADS": "1", "DATABASE_URL": url}) as address:
        made = [ApiPlayer(address, name) for name in ("ann", "bob", "cleo")]
        yield made
        for player in made:
            player.close()


@pytest.mark.long
def test_streams_outlive_a_restart_of_the_database(patient_players: list[ApiPlayer]) -> None:
    players = patient_players
    match = begun(players)
    listeners = [
        Listener(players[0], match, headers)
        for headers in ({}, {"Authorization": f"Bearer {players[0].token}"})
    ]

    end_sessions()
    time.sleep(2 * POLL_S)  # The server has looked for news and found its connection closed.
    assert players[0].http.get(f"/matches/{match}").status_code == 503
    for player in players[:2]:
        move(player, match)

    for listener in listeners:
        listener.wait_for(3)
    for player in players[:2]:
        player.expect(200, player.http.post(f"/matches/{match}/resign", json={}))

    for listener in listeners:
        listener.join(20)
        assert listener.versions == [*range(7, 14), 13]


@pytest.mark.more
def test_a_revoked_token_ends_its_stream_in_the_midst_of_a_busy_match(
    players: list[ApiPlayer], site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PING_S", 0.5)
    match = begun(players)
    guest = ApiPlayer(site, "dora")
    viewer = streams.Viewer(f"Bearer {guest.token}", "here")

    def revoke_and_play() -> None:
        (token,) = guest.http.get("/tokens").json()["results"]
        guest.http.delete(f"/tokens/{token['id']}").raise_for_status()
        guest.close()
        # For so long a token that was looked up is taken for good.
        time.sleep(streams.PING_S)
        play_out(players, match, Random(8))

    async def watch() -> bytes:
        parts = streams.stream(UUID(match), viewer, None, frames.Ndjson())
        received = await anext(parts)
        playing = asyncio.create_task(asyncio.to_thread(revoke_and_play))
        async for part in parts:
            received += part
        await playing
        return received

    assert b"match_finished" not in asyncio.run(watch())


@pytest.mark.long
def test_streams_are_opened_as_often_as_their_limit_allows(
    environment: dict[str, str],
) -> None:
    with processes.web(
        {**environment, "LIMITS": f"stream=1/minute burst 2;{REGISTRATIONS}"}
    ) as address:
        player = ApiPlayer(address, "ann")
        stream = f"/matches/{player.open(3)}/stream"
        answers = []
        for _ in range(3):
            with player.http.stream("GET", stream) as answer:
                answers.append(answer.status_code)
        player.close()

    assert answers == [200, 200, 429]


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


def test_an_onlooker_who_sits_down_is_shown_its_own_hand(players: list[ApiPlayer]) -> None:
    ann, bob, cleo = players
    match = ann.open(3, options=SHORT)
    ann.sit(match)
    received: list[dict[str, Any]] = []
    url = f"/matches/{match}/stream?since=1"
    with cleo.http.stream("GET", url, headers=NDJSON) as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        received.append(next(lines))
        bob.sit(match)
        received.append(next(lines))
        cleo.sit(match)
        version = cleo.look(match)["version"]
        while received[-1]["version"] < version:
            received.append(next(lines))

    own = cleo.expect(200, cleo.http.get(f"/matches/{match}/events"))["results"]
    public = httpx.get(f"{cleo.http.base_url}matches/{match}/events").json()["results"]
    assert received == own[1:]
    assert received != public[1:]
