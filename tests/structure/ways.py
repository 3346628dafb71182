"""Which of our files a command passes through.

A file counts when one of its functions runs. The command that is traced is the second of its kind:
the first one loads modules, fills caches and prepares statements.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import UUID, uuid4

from accounts import services
from accounts.models import Account
from cutpurse import move_endpoint
from cutpurse.asgi_router import application
from cutpurse.embedded.addresses import ROOT
from matches.actors import Player
from matches.api.moves import CREATED
from ratings.players import PlayerRef
from ratings.services import settling
from ratings.services.settling import FinishedMatch
from tests.matches import tables
from tests.ratings import ladders
from tests.structure.sources import SHIPPED
from tests.tournaments.events import REPORTED, Event

PACKAGES = tuple(f"{ROOT / source}/" for source in SHIPPED)
NAMES = ("ann", "bob", "cleo")


@contextmanager
def traced() -> Iterator[set[str]]:
    """Give a set that will have the files of which a function runs meanwhile, on this thread."""
    seen: set[str] = set()
    found: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            seen.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)
        found |= {str(Path(file).relative_to(ROOT)) for file in seen if file.startswith(PACKAGES)}


def of_a_move_over_http() -> set[str]:
    """Return the files on the way of a move from the socket to the socket, written in the loop."""
    players = tables.people(3)
    match_id = tables.begun(players)
    tokens = {each: _token(each) for each in players}
    with asyncio.Runner() as loop:
        loop.run(_post(*_request(match_id, tokens)))
        following = _post(*_request(match_id, tokens))
        with traced() as found:
            loop.run(following)
        loop.run(move_endpoint.close())
    return found


def of_a_move() -> set[str]:
    """Return the files on the way of a move from its service on, written on this thread."""
    players = tables.people(3)
    match_id = tables.begun(players)
    tables.move(match_id, *_next_move(match_id, players))
    following = _next_move(match_id, players)
    with traced() as found:
        tables.move(match_id, *following)
    return found


def of_a_result() -> set[str]:
    """Return the files on the way of a table's result that the staff enters."""
    event = Event(**REPORTED).enter_names(16).start()
    tables_ = event.pair().tables
    event.report(0, range(1, len(tables_[0].seats) + 1))
    with traced() as found:
        event.report(1, range(1, len(tables_[1].seats) + 1))
    return found


def of_a_rating() -> set[str]:
    """Return the files on the way of a finished match that its ladder rates."""
    ladder = ladders.opened()
    settling.rate_finished_match(ladder.id, _finished())
    with traced() as found:
        settling.rate_finished_match(ladder.id, _finished())
    return found


WAYS: dict[str, Callable[[], set[str]]] = {
    "a move from the socket on": of_a_move_over_http,
    "a move from its service on": of_a_move,
    "a reported result from its service on": of_a_result,
    "a rating from its service on": of_a_rating,
}


def _next_move(match_id: UUID, players: Sequence[Player]) -> tuple[Player, Any, int]:
    """Return who has to move, a legal move and the version."""
    for player in players:
        seen = tables.page(match_id, player)
        if seen["legal_moves"]:
            return player, seen["legal_moves"][0], seen["version"]
    message = f"nobody has to move in match {match_id}"
    raise AssertionError(message)


def _finished() -> FinishedMatch:
    return FinishedMatch(
        match=uuid4(),
        game="pickpocket",
        is_void=False,
        sitting=[PlayerRef(f"guest:{name}", name) for name in NAMES],
        result={"placings": [1, 2, 3], "scores": [9, 6, 4]},
        moves=[30, 30, 30],
        left=[],
    )


def _token(player: Player) -> str:
    account = Account.objects.get(pk=player.account)
    return services.issue_token(account=account, name="", scopes=("play",)).secret


def _request(match_id: UUID, tokens: dict[Player, str]) -> tuple[dict[str, Any], bytes]:
    """Return the next move as a server tells the application of it: the scope and the body."""
    player, move, version = _next_move(match_id, list(tokens))
    headers = {
        "authorization": f"Bearer {tokens[player]}",
        "content-type": "application/json",
        "idempotency-key": tables.new_key(),
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"/api/v1/matches/{match_id}/moves",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    return scope, json.dumps({"move": move, "expected_version": version}).encode()


async def _post(scope: dict[str, Any], body: bytes) -> None:
    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message.get("status", CREATED) != CREATED:
            raise AssertionError(message)

    await application(scope, receive, send)
