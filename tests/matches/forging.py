"""Make a log's chain anew after changing it, as a forger does who knows how it is made."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from eventstore import chain
from eventstore.canonical import encode
from games import chance
from matches import logs
from matches.state import KIND

Line = dict[str, Any]


def rehashed(lines: list[Line]) -> list[Line]:
    """Return a log's lines with versions and hashes that fit one another."""
    header, *events = lines
    previous = chain.genesis(KIND, UUID(header["match"]))
    made: list[Line] = [header]
    for version, event in enumerate(events, start=1):
        content = chain.timed_line(
            version,
            event["type"],
            encode(event["data"]),
            event["at"],
            by=event.get("by"),
            schema=event.get("schema", 1),
        )
        previous = chain.link(previous, content)
        made.append({**event, "version": version, "hash": previous.hex()})
    return made


def forged(lines: Iterable[str], *, of: UUID) -> list[str]:
    """Return the log of a match as if it were of another, the commitment made to fit."""
    header, *events = map(json.loads, lines)
    seed = bytes.fromhex(events[-1]["data"]["seed"])
    commitment = chance.commitment(seed, str(of)).hex()
    events[0]["data"]["commitment"] = commitment
    return list(
        logs.text(rehashed([{**header, "match": str(of), "commitment": commitment}, *events]))
    )
