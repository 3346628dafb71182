"""What viewers are answered in worlds that they cannot tell apart: API, pages and streams."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import UUID
from zlib import crc32

import httpx
from django.conf import settings
from django.test import Client
from django.test.utils import setup_test_environment, teardown_test_environment

from accounts.models import Account
from accounts.services import issue_token
from api import buckets, limits
from games.core import ALL, PUBLIC
from matches import redaction
from matches.actors import Player
from matches.models import Match
from tests import processes, servers
from tests.games.contract.shared import canonical
from tests.games.tables import Table
from tests.matches import tables
from tests.matches.observers import VOLATILE, Caller
from tests.matches.worlds import Figures, Reader, compared
from tests.web.readings import pages
from tests.web.visitors import BACKEND

NO_LIMITS = dict.fromkeys(buckets.DEFAULTS, "100000/second burst 100000")
PATIENCE_S = 60.0
STREAMS: tuple[tuple[str, str], ...] = (
    ("/api/v1/matches/{}/stream", "application/x-ndjson"),
    ("/api/v1/matches/{}/stream?since=0", "application/x-ndjson"),
    ("/api/v1/matches/{}/stream?since=0", "text/event-stream"),
    ("/matches/{}/live?since=0", "text/event-stream"),
)
"""Addresses of streams, and in which form they are asked for."""


@contextmanager
def platform() -> Iterator[str]:
    """Run the platform on servers of its own, without limits, and give its address."""
    setup_test_environment()
    settings.LIMITS = NO_LIMITS
    limits.reset()
    asked = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "LIMITS": ";".join(f"{name}={rate}" for name, rate in NO_LIMITS.items()),
    }
    with (
        servers.servers(),
        servers.migrated_database("_conformance"),
        processes.web({**servers.environment(), **asked}) as site,
    ):
        yield site
    teardown_test_environment()


def looked_at(table: Table, site: str) -> Figures:
    """Compare worlds at the table as its last seat and a stranger see them."""
    players = tables.people(table.seats)
    last = table.seats - 1
    readers = {last: everything(players[last], site), PUBLIC: everything(None, site)}
    return compared(table, players, readers, moments=1)


def everything(player: Player | None, site: str) -> Reader:
    """Return what reads whatever a player, or a stranger, is told of a match."""
    caller, browser = Caller(player), Client()
    headers: dict[str, str] = {}
    if player is not None:
        account = Account.objects.get(pk=player.account)
        browser.force_login(account, backend=BACKEND)
        token = issue_token(account=account, name="streams", scopes=["read"])
        headers["Authorization"] = f"Bearer {token.secret}"
        headers["Cookie"] = f"session={browser.cookies['session'].value}"

    def reader(match: UUID) -> Iterator[bytes]:
        yield from caller.everything(match)
        yield from pages(browser, match)
        yield from streams(site, match, headers)

    return reader


def streams(site: str, match: UUID, headers: Mapping[str, str]) -> Iterator[bytes]:
    """Yield what each stream of a match says up to its version."""
    last = Match.objects.get(id=match).version
    for path, media_type in STREAMS:
        address = f"{site}{path.format(match)}"
        asked = {**headers, "Accept": media_type}
        with httpx.stream("GET", address, headers=asked, timeout=PATIENCE_S) as answer:
            said = [f"{answer.status_code} {settled_headers(answer)}"]
            for line in answer.iter_lines():
                said.append(line)
                if f'"version":{last}' in line or line == f"data: {last}":
                    break
        yield VOLATILE.sub(b"*", "\n".join(said).encode())


def settled_headers(answer: httpx.Response) -> list[tuple[str, str]]:
    """Return the headers without what two answers to the same question differ in."""
    volatile = ("date", "etag", "ratelimit", "x-request-id")
    return sorted((name, value) for name, value in answer.headers.items() if name not in volatile)


def planted_leak(table: Table) -> Figures:
    """Compare worlds at the table through a view that tells a little of what is hidden."""
    honest = redaction.game_view

    def telling(state: Any, viewer: int) -> Any:
        shown = honest(state, viewer)
        return shown and {**shown, "leak": crc32(canonical(state.rules.view(state.game, ALL)))}

    with patch.object(redaction, "game_view", telling):
        return compared(table, tables.people(table.seats), {PUBLIC: Caller(None).everything})
