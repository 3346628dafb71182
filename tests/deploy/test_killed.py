"""Processes that are killed (-9) under play: nothing is lost, doubled or missed by anybody."""

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from uuid import UUID

import httpx
import pytest

from eventstore import verification
from matches.events import KIND
from tests.api_players import ApiPlayer, begun
from tests.conftest import MANY_STREAMS
from tests.deploy.test_routing import Site, Web

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow, pytest.mark.long]

VIEWERS = int(os.environ.get("VIEWERS") or 100)
KILLS = 3
PATIENCE_S = 120.0
AGAIN = frozenset({502, 503, 504})
"""Answers after which a client sends the same once more."""
NO_EVENTS = frozenset({b"snapshot", b"clock", b"end", b"reset"})


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as kept:
        yield kept


def many_streams(environment: dict[str, str]) -> dict[str, str]:
    return {**environment, "LIMITS": MANY_STREAMS}


def moved(player: ApiPlayer, match: str, rng: Random) -> int:
    """Move once for a player, and send it again until it is answered; return the version."""
    key, give_up = secrets.token_hex(16), time.monotonic() + PATIENCE_S
    while True:
        try:
            seen = player.http.get(f"/matches/{match}")
            if seen.status_code == 200:
                page = seen.json()
                chosen, version = rng.choice(page["legal_moves"]), page["version"]
                break
        except httpx.TransportError:
            pass
        assert time.monotonic() < give_up
    while True:
        try:
            answer = player.post_move(match, chosen, version, key)
            if answer.status_code not in AGAIN:
                return int(player.expect(201, answer)["version"])
        except httpx.TransportError:
            pass
        assert time.monotonic() < give_up
        time.sleep(0.05)


def played(players: list[ApiPlayer], match: str, pause_s: float = 0) -> list[int]:
    """Play a match to its end through whatever happens; return the versions of all moves."""
    rng, versions = Random(3), list[int]()
    give_up = time.monotonic() + 2 * PATIENCE_S
    while True:
        try:
            answer = players[0].http.get(f"/matches/{match}")
        except httpx.TransportError:
            continue
        if answer.status_code == 200:
            page = answer.json()
            if page["status"] != "live":
                return versions
            versions.append(moved(players[page["to_act"][0]], match, rng))
            time.sleep(pause_s)
        assert time.monotonic() < give_up


def test_a_web_process_that_is_killed_loses_and_doubles_no_move(
    environment: dict[str, str], tmp_path: Path, stack: ExitStack
) -> None:
    site = Site(environment, tmp_path, stack)
    players = [ApiPlayer(site.address, name) for name in ("ann", "bob", "cleo")]
    for player in players:
        stack.callback(player.close)
    match = begun(players, options={"rounds": 2})
    versions: list[int] = []
    playing = threading.Thread(target=lambda: versions.extend(played(players, match, 0.05)))
    playing.start()
    for number in range(KILLS):
        time.sleep(1)
        site.webs[number % 2].kill()
    playing.join()

    assert versions
    assert versions == sorted(set(versions))
    assert players[0].look(match)["status"] == "finished"
    assert verification.check(KIND, UUID(match)) == []


class Viewer:
    """A program that follows a match, and comes back with the last event that it has."""

    def __init__(self, port: int, match: str) -> None:
        self.port = port
        self.match = match
        self.began_at = 0
        """The version of the first snapshot."""
        self.begun = asyncio.Event()
        self.seen: list[int] = []
        self.connected = 0

    async def follow(self) -> None:
        """Follow to the end."""
        over = await self._once()
        while not over:
            # Not all at the same moment.
            await asyncio.sleep(0.05 + Random(id(self) + self.connected).random() / 2)
            over = await self._once()

    async def _once(self) -> bool:
        try:
            answers, there = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        try:
            resumed = f"Last-Event-ID: {self.last}\r\n" if self.last else ""
            there.write(
                f"GET /api/v1/matches/{self.match}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Accept: text/event-stream\r\n{resumed}\r\n".encode()
            )
            self.connected += 1
            return await self._read(answers)
        except OSError:
            return False
        finally:
            there.close()

    @property
    def last(self) -> int:
        return self.seen[-1] if self.seen else self.began_at

    async def _read(self, answers: asyncio.StreamReader) -> bool:
        version = 0
        while line := await answers.readline():
            name, _, value = line.strip().partition(b": ")
            if name == b"id":
                version = int(value)
            elif name == b"event" and value == b"end":
                return True
            elif name == b"event" and value == b"snapshot" and not self.began_at:
                self.began_at = version
                self.begun.set()
            elif name == b"event" and value not in NO_EVENTS:
                self.seen.append(version)
        return False


def test_viewers_of_a_streams_process_that_is_killed_miss_nothing(
    environment: dict[str, str], tmp_path: Path, stack: ExitStack
) -> None:
    web, streams = (Web(many_streams(environment), tmp_path, stack) for _ in range(2))
    players = [ApiPlayer(f"http://127.0.0.1:{web.port}", name) for name in ("ann", "bob", "cleo")]
    for player in players:
        stack.callback(player.close)
    match = begun(players, options={"rounds": 2})

    async def watch() -> list[Viewer]:
        watching = [Viewer(streams.port, match) for _ in range(VIEWERS)]
        following = asyncio.gather(*(each.follow() for each in watching))
        await asyncio.gather(*(each.begun.wait() for each in watching))
        playing = asyncio.to_thread(played, players, match, 0.02)
        killing = asyncio.to_thread(killed)
        await asyncio.wait_for(asyncio.gather(playing, killing, following), 4 * PATIENCE_S)
        return watching

    def killed() -> None:
        for _ in range(KILLS):
            time.sleep(1)
            streams.kill()

    watching = asyncio.run(watch())

    end = players[0].look(match)["version"]
    for each in watching:
        assert each.seen == list(range(each.began_at + 1, end + 1))
    assert min(each.connected for each in watching) > 1
