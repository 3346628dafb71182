"""Logs of matches as files: NDJSON, the header first, then one event a line. Pure."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from uuid import UUID

import msgspec

from eventstore.canonical import parse_timestamp
from eventstore.chain import FIRST, NEWEST
from eventstore.events import IMPORT, StoredEvent
from games.core import ALL
from matches import audit, log_lines, redaction
from matches.audit import Audit, Finding
from matches.events import is_moment
from matches.log_lines import LogError
from matches.state import Data

__all__ = ["LogError", "findings", "parse", "read", "read_event", "text"]

HEADER = ("match", "game", "rules", "dataset", "options", "seats", "commitment", "viewer")
FAIR_2 = ("scheme", "deal", "bind", "chance")
"""What stands behind that in matches under fair/2."""
DRAWN = "draw_roll"
"""What stands behind, where entrants have added chance to the draw that the deal hangs on."""
LOGGED = "log"
"""What stands behind, where a public log proves the last event: the proof, as text."""
EVENT = ("version", "type", "data", "at", "hash")
_sorted = msgspec.json.Encoder(order="sorted").encode
_encode = msgspec.json.Encoder().encode
MORE = ("by", "schema")
"""What stands behind, where the event has it."""
SCHEMA_MAX = 99


def text(lines: Iterable[Data]) -> Iterator[str]:
    """Yield a log's lines as text, each with its newline."""
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(path: Path) -> tuple[Data, list[StoredEvent]]:
    """Return the header and the events of the complete log in a file; raises LogError, OSError."""
    return _parsed(log_lines.of_file(path))


def parse(lines: Iterable[str]) -> tuple[Data, list[StoredEvent]]:
    """Return the header and the events of a complete log; raises LogError."""
    return _parsed(log_lines.of_text(lines))


def _parsed(lines: Iterator[Data]) -> tuple[Data, list[StoredEvent]]:
    header = next(lines, None)
    if header is None:
        message = "the file is empty"
        raise LogError(message)
    _require_header(header)
    return header, [read_event(number, row) for number, row in enumerate(lines, start=2)]


def _require_header(header: Data) -> None:
    if not isinstance(header.get("match"), str):
        message = "line 1 is no header of a match"
        raise LogError(message)
    if header.get("viewer") != "all":
        message = (
            "line 1: the log shows what one viewer may see; only a complete log"
            ' (viewer "all", which everybody gets after the end) can be checked'
        )
        raise LogError(message)
    names = HEADER + (FAIR_2 if "scheme" in header else ())
    if tuple(header) != (*names, *(name for name in (DRAWN, LOGGED) if name in header)):
        message = f"line 1: a header is made of {', '.join(names)}, in this order"
        raise LogError(message)


def read_event(number: int, row: Data) -> StoredEvent:
    """Return a line's event; raises LogError for one that is not written exactly as logs are."""
    if tuple(row) != (*EVENT, *(name for name in MORE if name in row)):
        message = f"line {number}: an event is made of {', '.join(EVENT)}, in this order"
        raise LogError(message)
    wrong = next((name for name, value in row.items() if not FIELDS[name](value)), None)
    if wrong is not None:
        message = f"line {number}: {wrong} is not written as it is in an event"
        raise LogError(message)
    body = _sorted(row["data"])
    if body != _encode(row["data"]):
        message = f"line {number}: the fields of data are not in alphabetical order"
        raise LogError(message)
    return StoredEvent(
        version=row["version"],
        type=row["type"],
        schema=row.get("schema", 1),
        body=body.decode(),
        actor=IMPORT,
        key=None,
        fingerprint=None,
        at=parse_timestamp(row["at"]),
        hash=bytes.fromhex(row["hash"]),
        chain=FIRST if "by" not in row else NEWEST,
        by=bytes.fromhex(row["by"]) if "by" in row else None,
    )


FIELDS: Mapping[str, Callable[[object], bool]] = {
    "version": lambda value: type(value) is int and value > 0,
    "type": lambda value: isinstance(value, str) and value.isidentifier() and value.isascii(),
    "data": lambda value: isinstance(value, dict),
    "at": lambda value: isinstance(value, str) and is_moment(value),
    "hash": audit.is_digest,
    "by": audit.is_digest,
    "schema": lambda value: type(value) is int and 1 < value <= SCHEMA_MAX,
}
"""What each field of an event's line may be; the first schema is not written."""


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
    found = audit.of_ended(match_id, events)
    return found.findings or list(_header_findings(header, found))


def _header_findings(header: Data, found: Audit) -> Iterator[Finding]:
    wanted = redaction.log_header(found.state, ALL)
    for name in ("scheme", DRAWN):
        if name in header and name not in wanted:
            yield Finding(0, f"the header's {name} is not that of the events")
    # As texts: to Python 1 is true.
    for name, value in wanted.items():
        if name not in header or msgspec.json.encode(header[name]) != msgspec.json.encode(value):
            yield Finding(0, f"the header's {name} is not that of the events")
