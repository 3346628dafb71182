"""Players who come through the REST API, over real HTTP."""

import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import httpx

PASSWORD = "correct horse battery staple"


class ApiPlayer:
    """An account with a token, and a client that carries it."""

    def __init__(self, address: str, name: str, scopes: Sequence[str] = ("play", "read")) -> None:
        self.name = f"{name}-{secrets.token_hex(6)}"
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=30)
        credentials = {"username": self.name, "password": PASSWORD}
        self.expect(201, self.http.post("/accounts", json=credentials))
        asked = {**credentials, "name": "test", "scopes": list(scopes), "expires_in": 3600}
        self.token: str = self.expect(201, self.http.post("/tokens", json=asked))["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    @staticmethod
    def expect(status: int, response: httpx.Response) -> Any:
        """Return the JSON of an answer that has the status."""
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    def open(self, seats: int, **wanted: Any) -> str:
        """Open a match and return its id."""
        asked = {"game": "stick-em", "seats": seats, **wanted}
        return str(self.expect(201, self.http.post("/matches", json=asked))["id"])

    def sit(self, match: str, **about: Any) -> Any:
        """Take a seat, or seat a bot."""
        return self.expect(201, self.http.post(f"/matches/{match}/seats", json=about))

    def look(self, match: str) -> Any:
        """Return the match as the player sees it."""
        return self.expect(200, self.http.get(f"/matches/{match}"))

    def post_move(
        self, match: str, move: Mapping[str, Any], version: int, key: str | None = None
    ) -> httpx.Response:
        """Send a move and return whatever is answered."""
        return self.http.post(
            f"/matches/{match}/moves",
            json={"expected_version": version, "move": move},
            headers={"Idempotency-Key": key or secrets.token_hex(16)},
        )

    def close(self) -> None:
        """Let go of the connections."""
        self.http.close()


def begun(players: Sequence[ApiPlayer], bots: Sequence[str] = (), **wanted: Any) -> str:
    """Return a match that has begun with these players, and bots behind them."""
    match = players[0].open(len(players) + len(bots), **wanted)
    for player in players:
        player.sit(match)
    for bot in bots:
        players[0].sit(match, bot=bot)
    return match


def play_out(players: Sequence[ApiPlayer], match: str, rng: Random) -> int:
    """Play random legal moves for all seats until the match is over; return how many."""
    moves = 0
    seen = players[0].look(match)
    while seen["status"] == "live":
        player = players[seen["to_act"][0]]
        seen = player.look(match)
        answer = player.post_move(match, rng.choice(seen["legal_moves"]), seen["version"])
        seen = player.expect(201, answer)
        moves += 1
    return moves
