"""Real workers and a real Redis that dies: moves are accepted and bots still move."""

import os
import signal
import time
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest
import redis
from django.conf import settings

from eventstore import verification
from matches.events import KIND
from tests.api_players import ApiPlayer, begun

SHORT = {"rounds": 1}
PATIENCE_S = 120.0

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


@pytest.fixture
def ann(site: str) -> Iterator[ApiPlayer]:
    player = ApiPlayer(site, "ann")
    yield player
    player.close()


def play_against_bots(player: ApiPlayer, match: str) -> dict[str, Any]:
    """Play random moves whenever it is the player's turn, until the match is over."""
    rng = Random(6)
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        seen: dict[str, Any] = player.look(match)
        if seen["status"] != "live":
            return seen
        if seen["legal_moves"]:
            answer = player.post_move(match, rng.choice(seen["legal_moves"]), seen["version"])
            assert answer.status_code in (201, 409), answer.text
        else:
            time.sleep(0.02)
    message = f"the match is still {seen['status']} at version {seen['version']}"
    raise TimeoutError(message)


@pytest.mark.long
@pytest.mark.usefixtures("worker")
def test_a_player_and_two_bots_play_a_match_to_its_verified_end(ann: ApiPlayer) -> None:
    match = begun([ann], ["greedy", "random"], options=SHORT)

    seen = play_against_bots(ann, match)

    assert seen["result"]["reason"] == "played_out"
    assert verification.check(KIND, UUID(match)) == []


@pytest.fixture
def frozen_redis() -> Iterator[None]:
    """Let Redis take connections and answer nothing, as a machine does that hangs."""
    info = redis.Redis.from_url(settings.REDIS_URL).info("server")
    server = int(info["process_id"])
    os.kill(server, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server, signal.SIGCONT)


@pytest.mark.usefixtures("worker", "frozen_redis")
def test_with_redis_frozen_moves_are_accepted_and_bots_still_move(ann: ApiPlayer) -> None:
    match = begun([ann], ["greedy", "random"], options=SHORT)

    seen = play_against_bots(ann, match)

    assert seen["result"]["reason"] == "played_out"


@pytest.mark.usefixtures("worker", "frozen_redis")
def test_with_redis_frozen_clocks_still_run_out(ann: ApiPlayer) -> None:
    match = begun([ann], ["random", "random"], clock={"per_move": 1}, options=SHORT)
    give_up = time.monotonic() + PATIENCE_S
    while timeouts(ann, match) < 2:
        assert time.monotonic() < give_up
        time.sleep(0.1)

    assert verification.check(KIND, UUID(match)) == []


def timeouts(player: ApiPlayer, match: str) -> int:
    """Return how many seats have run out of time so far."""
    events = player.expect(200, player.http.get(f"/matches/{match}/events"))["results"]
    return sum(event["type"] == "seat_timed_out" for event in events)
