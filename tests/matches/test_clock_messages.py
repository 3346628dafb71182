"""The clocks in a live stream, over real HTTP."""

import json

import pytest

from tests.api_players import ApiPlayer, begun

pytestmark = pytest.mark.usefixtures("committed_db")


def test_a_stream_tells_after_each_move_how_the_clocks_stand(site: str) -> None:
    players = [ApiPlayer(site, name) for name in ("ann", "bob", "cleo")]
    match = begun(players, clock={"per_move": 30, "bank": 120})
    ndjson = {"Accept": "application/x-ndjson"}

    with players[0].http.stream("GET", f"/matches/{match}/stream", headers=ndjson) as answer:
        lines = (json.loads(line) for line in answer.iter_lines() if line)
        snapshot = next(lines)["data"]
        seen = players[1].look(match)
        moved = players[1].expect(
            201, players[1].post_move(match, seen["legal_moves"][0], seen["version"])
        )
        event, clock = next(lines), next(lines)

    assert [each["remaining"] for each in snapshot["clocks"]] == [150, 150, 150]
    assert (event["type"], clock["type"]) == ("pain_chosen", "clock")
    assert event["version"] == clock["version"] == moved["version"]
    assert clock["data"] == {name: moved[name] for name in ("deadline", "clocks", "paused")}
    assert clock["data"]["clocks"][1]["running_since"] is None
    for player in players:
        player.close()
