"""Scripted players who come through the REST API, as anybody's program would."""

import secrets
import time
from collections.abc import Callable
from random import Random
from typing import ClassVar

import httpx

from accounts.models import Account
from games.json_types import JsonObject

RETRY_S = 0.02
"""Between two looks at a match in which others have to decide."""


class DemoError(RuntimeError):
    """The platform did not answer as it should; the text says to what and how."""


class Player:
    """An account made for the demo."""

    scopes: ClassVar = ["play"]

    def __init__(self, address: str, name: str) -> None:
        self.name = f"{name}-{secrets.token_hex(3)}"
        self._http = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        password = secrets.token_urlsafe(24)
        credentials = {"username": self.name, "password": password}
        self.call("POST", "/accounts", credentials)
        self.prepare()
        token = self.call(
            "POST",
            "/tokens",
            {**credentials, "name": "demo", "scopes": self.scopes, "expires_in": 3600},
        )
        self._http.headers["Authorization"] = f"Bearer {token['token']}"

    def prepare(self) -> None:
        """Do what an account of this kind needs before it has a token."""

    def call(self, method: str, path: str, body: object = None) -> JsonObject:
        """Return the JSON of an answer; raises DemoError for a refusal."""
        answer = self.send(method, path, body)
        if answer.is_error:
            message = f"{method} {path}: {answer.status_code} {answer.text}"
            raise DemoError(message)
        shown: JsonObject = answer.json()
        return shown

    def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request, with a key of its own where it changes something."""
        headers = {} if method == "GET" else {"Idempotency-Key": secrets.token_urlsafe(24)}
        return self._http.request(method, path, json=body, headers=headers)


class Organiser(Player):
    """An account of the staff, which may run tournaments."""

    scopes: ClassVar = ["play", "organise"]

    def prepare(self) -> None:
        """Become staff, which only the database's owner can arrange."""
        Account.objects.filter(username=self.name).update(is_staff=True)


def play(
    players: list[Player], match: str, rng: Random, on_version: Callable[[int], None]
) -> JsonObject:
    """Make random legal moves whenever one of the players has to decide; return the ended match.

    The players sit on the first seats; workers move for the bots on the others. on_version is
    called with the match's version as it grows.
    """
    while (seen := players[0].call("GET", f"/matches/{match}"))["status"] == "live":
        on_version(seen["version"])
        mine = [seat for seat in seen["to_act"] if seat < len(players)]
        if not mine:
            time.sleep(RETRY_S)
            continue
        player = players[mine[0]]
        seen = player.call("GET", f"/matches/{match}")
        if not seen["legal_moves"]:
            continue
        move = {"expected_version": seen["version"], "move": rng.choice(seen["legal_moves"])}
        answer = player.send("POST", f"/matches/{match}/moves", move)
        # Another seat may have decided in the same moment: then look again.
        if answer.is_error and answer.json()["code"] != "version_conflict":
            message = f"{player.name} could not move: {answer.text}"
            raise DemoError(message)
    return seen
