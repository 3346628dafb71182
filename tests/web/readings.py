"""All that the pages show of a match, with what tells nothing wiped out."""

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.test import Client

from tests.matches import tables
from tests.matches.observers import BAD_MOVES, settled

TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[^"]*')
NOISE = re.compile(
    rb"(?<=<code>)[0-9a-f]{64}|until \d\d:\d\d UTC|csrf=[^;]*|expires=[^;]*"
    rb'|data-count="\d+"|(?: hidden)?>\d+ turns?(?: elsewhere)?(?=</a>)'
    rb"|'Content-Length', '\d+'"
)
"""The commitment, clocks, the cookie that goes with the token, in how many matches it is the
reader's turn, and with that the length, which the bytes themselves tell anyway."""


def pages(browser: Client, match: UUID) -> Iterator[bytes]:
    """Yield all that a browser shows of a match, and what bad moves are answered."""
    version = tables.page(match)["version"]
    for path in ("", "/replay", "/replay?viewer=public", "/replay?viewer=all", "/log", "/proof"):
        yield seen(browser.get(f"/matches/{match}{path}"))
    yield seen(browser.get(f"/matches/{match}", headers={"X-Part": "table"}))
    for since in (1, version - 3, version):
        yield seen(browser.get(f"/matches/{match}?since={since}", headers={"X-Part": "steps"}))
    for at in (version - 2, version // 2):
        yield seen(browser.get(f"/matches/{match}/replay?at={at}"))
    for move in (*BAD_MOVES, {"type": "play_card", "card": "blue-0"}):
        said = {"move": json.dumps(move), "version": version - 1}
        yield seen(browser.post(f"/matches/{match}/move", said))
    yield seen(browser.post(f"/matches/{match}/move", {"move": "{}", "version": version}))


def seen(answer: Any) -> bytes:
    """Return an answer without what two matches differ in and what tells nothing."""
    answer.cookies.clear()
    return NOISE.sub(b"*", TOKEN.sub(b"*", settled(answer)))
