"""Logs of matches as files: NDJSON, the header first, then one event a line. Pure."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from eventstore.canonical import encode, moment, timestamp
from eventstore.chain import FIRST, NEWEST
from eventstore.events import IMPORT, StoredEvent
from matches import audit
from matches.audit import Finding
from matches.state import Data


class LogError(ValueError):
    """The text says why a file is no log."""


def text(lines: Iterable[Data]) -> Iterator[str]:
    """Yield a log's lines as text, each with its newline."""
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def parse(lines: Iterable[str]) -> tuple[Data, list[StoredEvent]]:
    """Return the header and the events of a complete log; raises LogError."""
    rows = list(_rows(lines))
    if not rows:
        message = "the file is empty"
        raise LogError(message)
    header = rows[0]
    if not isinstance(header.get("match"), str):
        message = "the first line is no header of a match"
        raise LogError(message)
    if header.get("viewer") != "all":
        message = (
            f"the log shows what {header.get('viewer')!r} may see; only a complete log"
            ' (viewer "all", which everybody gets after the end) can be checked'
        )
        raise LogError(message)
    try:
        return header, [_event(row) for row in rows[1:]]
    except (KeyError, TypeError, ValueError) as error:
        message = f"an event lacks something or holds what it cannot: {error!r}"
        raise LogError(message) from error


def _rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            message = f"line {number} is no JSON: {error}"
            raise LogError(message) from error
        if not isinstance(row, dict):
            message = f"line {number} is no object"
            raise LogError(message)
        yield row


def _event(row: dict[str, Any]) -> StoredEvent:
    """Return a line's event; raises for one that is not written exactly as logs are."""
    event = StoredEvent(
        version=row["version"],
        type=row["type"],
        schema=row.get("schema", 1),
        body=encode(row["data"]),
        actor=IMPORT,
        key=None,
        fingerprint=None,
        at=moment(row["at"]),
        hash=bytes.fromhex(row["hash"]),
        chain=FIRST if "by" not in row else NEWEST,
        by=bytes.fromhex(row["by"]) if "by" in row else None,
    )
    by = None if event.by is None else event.by.hex()
    if (timestamp(event.at), event.hash.hex(), by) != (row["at"], row["hash"], row.get("by")):
        message = f"version {event.version}: time, hash or author is not in its one form"
        raise ValueError(message)
    if set(row) - {"version", "type", "schema", "data", "at", "hash", "by"}:
        message = f"version {event.version} has fields that no event has"
        raise ValueError(message)
    return event


def findings(header: Data, events: Sequence[StoredEvent]) -> list[Finding]:
    """Return what is wrong with a log, nothing when it proves itself."""
    try:
        match_id = UUID(header["match"])
    except ValueError:
        return [Finding(0, "the header's match is no UUID")]
    if str(match_id) != header["match"]:
        return [Finding(0, "the header's match is not in lower case")]
    if not events:
        return [Finding(0, "there is no event")]
    if audit.revealed_seed(events) is None:
        return [Finding(len(events), "the match has not ended: its seed is not revealed yet")]
    found = list(audit.findings(match_id, events))
    return found or list(_header_findings(header, match_id, events))


def _header_findings(
    header: Data, match_id: UUID, events: Sequence[StoredEvent]
) -> Iterator[Finding]:
    state = audit.Audit(match_id, audit.revealed_seed(events)).run(events).state
    facts: Data = {
        "game": state.rules.game,
        "rules": state.rules.id,
        "dataset": state.dataset,
        "options": state.options,
        "commitment": state.commitment,
        "seats": [
            {"seat": seat, "player": chair.player, "client_seed": chair.client_seed}
            for seat, chair in sorted(state.chairs.items())
        ],
    }
    for name, value in facts.items():
        if header.get(name) != value:
            yield Finding(0, f"the header's {name} is not that of the events")
