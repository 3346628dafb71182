"""Logs of deals as files: NDJSON, the header first, then one event a line; of closed ones. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from uuid import UUID

import msgspec

from deals.events import KIND
from eventstore import chain
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from matches import log_lines
from matches.log_lines import LogError
from matches.logs import read_event

BEGINS = b'{"deal":"'
"""How such a file is told from others."""


def lines(deal_id: UUID, events: Sequence[StoredEvent]) -> Iterator[JsonObject]:
    """Yield the lines of the log of a deal."""
    yield {"deal": str(deal_id), "events": len(events)}
    for event in events:
        by = chain.shown_author(event)
        yield {
            "version": event.version,
            "type": event.type,
            "data": msgspec.json.decode(event.body),
            "at": format_timestamp(event.at),
            "hash": event.hash.hex(),
            "by": None if by is None else by.hex(),
        }


def is_of_deal(path: Path) -> bool:
    """Tell whether a file begins as the log of a deal; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False


def read(path: Path) -> tuple[UUID, list[StoredEvent]]:
    """Return the id and the events of the deal in a file; raises LogError and OSError."""
    return parse(log_lines.of_file(path))


def parse(rows: Iterable[JsonObject]) -> tuple[UUID, list[StoredEvent]]:
    """Return the id and the events of a deal by the lines of its log; raises LogError."""
    header, *found = rows
    if tuple(header) != ("deal", "events") or header["events"] != len(found):
        message = "line 1: a header is made of deal and events, which says how many follow"
        raise LogError(message)
    try:
        deal_id = UUID(str(header["deal"]))
    except ValueError as error:
        message = "line 1: the deal is no UUID"
        raise LogError(message) from error
    return deal_id, [read_event(number, row) for number, row in enumerate(found, start=2)]


def broken_link(deal_id: UUID, events: Sequence[StoredEvent]) -> str | None:
    """Return what is wrong with the chain, if anything."""
    fault = chain.first_fault(KIND, deal_id, events)
    return None if fault is None else f"event {fault[0]}: {fault[1]}"
