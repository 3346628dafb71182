"""Make a log's chain anew after changing it, as a forger does who knows how it is made."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from eventstore import chain
from games import chance, fair_draws
from matches import logs
from matches.events import KIND

Line = dict[str, Any]


ORDER = ("version", "type", "data", "at", "hash", "by", "schema")


def rehashed(lines: list[Line]) -> list[Line]:
    """Return a log's lines with versions, hashes and an order of fields as a server has them."""
    header, *events = lines
    previous = chain.genesis(KIND, UUID(lines[0]["match"])) if _has_id(header) else bytes(32)
    made: list[Line] = [header]
    for version, event in enumerate(events, start=1):
        body = json.dumps(event["data"], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        content = chain.timed_line(
            version,
            event["type"],
            body,
            event["at"],
            by=event.get("by"),
            schema=event.get("schema", 1),
        )
        previous = chain.link(previous, content)
        event |= {"version": version, "hash": previous.hex(), "data": json.loads(body)}
        made.append({name: event[name] for name in ORDER if name in event})
    return made


def _has_id(header: Line) -> bool:
    try:
        UUID(header["match"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return False
    return True


def forged(lines: Iterable[str], *, of: UUID) -> list[str]:
    """Return the log of a match as if it were of another, the commitment made to fit."""
    header, *events = map(json.loads, lines)
    seed = bytes.fromhex(events[-1]["data"]["seed"])
    opened = events[0]["data"]
    changed = {"match": str(of)}
    if "scheme" in opened:
        changed["deal"] = opened["deal"] = str(of)
        opened["commitment"] = fair_draws.commitment(seed, str(of)).hex()
    else:
        opened["commitment"] = chance.commitment(seed, str(of)).hex()
    changed["commitment"] = opened["commitment"]
    return list(logs.text(rehashed([{**header, **changed}, *events])))
