"""Someone who reads all that the API says about a match, with what is volatile wiped out."""

import json
import re
import secrets
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.test import Client

from accounts.models import Account
from accounts.services import issue_token
from games import registry
from matches import account_feed
from matches.account_feed import AccountFeed
from matches.actors import Player
from matches.models import Match

VOLATILE = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    rb"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"  # times
    rb'|(?<="commitment":")[0-9a-f]{64}'
    rb"|(?<=\\n1\\n)[0-9a-f]{64}"  # and in a seal
    rb'|(?<="request_id":")[0-9a-f]{32}'
)
"""What two matches differ in without telling anything about cards."""


PASSING = frozenset({"X-Request-Id", "Date", "RateLimit", "ETag"})
"""Headers in which any two answers differ; a tag is a digest of the body alone, ids included."""
MOMENTS = 6
"""At how many versions of a match its past is looked at."""


BAD_MOVES: Sequence[dict[str, object]] = ({}, {"type": "steal"}, {"type": "play_card", "card": 1})


class Caller:
    """Someone who reads everything that the API has to say about a match."""

    def __init__(self, player: Player | None) -> None:
        self.client = Client()
        self.headers: dict[str, str] = {}
        self.player = player
        if player is not None:
            account = Account.objects.get(pk=player.account)
            token = issue_token(account=account, name="test", scopes=["play"])
            self.headers["Authorization"] = f"Bearer {token.secret}"

    def get(self, path: str) -> bytes:
        """Return status, headers and body of a GET, without what is volatile."""
        return settled(self.client.get(f"/api/v1{path}", headers=self.headers))

    def page(self, match: UUID) -> Any:
        """Return the match as it is seen."""
        answer = self.client.get(f"/api/v1/matches/{match}", headers=self.headers)
        return json.loads(answer.content)

    def news(self, match: UUID) -> bytes:
        """Return what the player's own stream tells of the match to whoever connects."""
        if self.player is None:
            return b""
        lines = AccountFeed().tell(
            match, account_feed.match_for_account(match, self.player.account)
        )
        return VOLATILE.sub(b"*", msgspec.json.encode(lines))

    def move(self, match: UUID, move: dict[str, object], version: int) -> bytes:
        """Return status, headers and body of a move."""
        answer = self.client.post(
            f"/api/v1/matches/{match}/moves",
            {"expected_version": version, "move": move},
            content_type="application/json",
            headers={**self.headers, "Idempotency-Key": secrets.token_hex(16)},
        )
        return settled(answer)

    def readings(self, match: UUID) -> Iterator[bytes]:
        """Yield all that can be read about a match."""
        version = Match.objects.get(id=match).version
        yield self.get(f"/matches/{match}")
        yield self.news(match)
        for part in ("events", "log", "log?viewer=public", "proof", "log?viewer=all"):
            yield self.get(f"/matches/{match}/{part}")
        step = 1 + version // MOMENTS
        for since in range(0, version + 1, step):
            yield self.get(f"/matches/{match}/events?since={since}")
        for at in range(version, 0, -step):
            yield self.get(f"/matches/{match}/replay?at={at}")
            yield self.get(f"/matches/{match}/replay?at={at}&viewer=public")

    def everything(self, match: UUID) -> Iterator[bytes]:
        """Yield all that can be read about a match, and what bad moves are answered."""
        yield from self.readings(match)
        version = Match.objects.get(id=match).version
        for move in BAD_MOVES:
            yield self.move(match, move, version)
            yield self.move(match, move, version - 1)

    def observations(self, match: UUID) -> Iterator[bytes]:
        """Yield all that can be read about a Stick 'Em match, and what bad moves are answered."""
        yield from self.readings(match)
        yield self.get("/matches?limit=1&status=live")
        version = Match.objects.get(id=match).version
        deck = registry.rules("stick-em@1").move_schema()["oneOf"][0]["properties"]["card"]["enum"]
        mine = set(self.page(match)["view"]["hand"] or [])
        for number, card in enumerate(deck):
            if card not in mine:
                kind = ("choose_pain", "play_card")[number % 2]
                yield self.move(match, {"type": kind, "card": card}, version)
        yield self.move(match, {"type": "play_card", "card": "blue-0"}, version - 1)


def settled(answer: Any) -> bytes:
    """Return an answer as bytes in which ids and times are wiped out."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = {name: value for name, value in answer.items() if name not in PASSING}
    text = f"{answer.status_code} {sorted(headers.items())}\n".encode() + body
    return VOLATILE.sub(b"*", text)
