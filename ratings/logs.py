"""Logs of ladders as files: NDJSON, the header first, then one event a line. Pure.

A log is the same for everybody who may see the ladder. From the first event on whose data had the
name of somebody taken out that was erased since, no hashes are shown: the name could be guessed.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from eventstore import chain
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from matches import log_lines
from matches.audit import is_digest
from matches.log_lines import LogError
from matches.logs import read_event
from ratings.ladder.events import KIND
from transparency import checkpoints
from transparency.checkpoints import Checkpoint, Proof
from transparency.entries import entry
from transparency.notes import NoteError

BEGINS = b'{"ladder":"'
"""How such a file is told from others."""
HEADER = ("ladder", "name", "game")
LOGGED = ("blind", "log")
"""What stands behind, where a public log proves the last event."""
FILE_MAX = 200_000_000
"""Bytes of a log: a ladder goes on for years."""
LINES_MAX = 500_000
LINE_MAX = 200_000
"""Bytes of a line: settings may name a thousand members."""
UNKNOWN = "00" * 32
"""In the place of a hash that is not shown."""


class LadderLog(NamedTuple):
    """What a file says."""

    id: UUID
    header: JsonObject
    events: Sequence[StoredEvent]
    unchained: int | None
    """The version from which on no hashes are shown; None where all are."""


def line(event: StoredEvent, data: JsonObject, *, has_hash: bool) -> JsonObject:
    """Return the line of an event with the data that is shown of it."""
    by = chain.shown_author(event)
    return {
        "version": event.version,
        "type": event.type,
        "data": data,
        "at": format_timestamp(event.at),
        "hash": event.hash.hex() if has_hash else None,
        **({} if by is None else {"by": by.hex()}),
        **({} if event.schema == 1 else {"schema": event.schema}),
    }


def is_of_ladder(path: Path) -> bool:
    """Tell whether a file begins as the log of a ladder; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False


def read(path: Path) -> LadderLog:
    """Return what the log of a ladder says; raises LogError and OSError."""
    rows = log_lines.of_file(path, LINE_MAX, lines_max=LINES_MAX, file_max=FILE_MAX)
    header = next(rows, {})
    names = (*HEADER, *(LOGGED if LOGGED[0] in header else ()))
    if tuple(header) != names or not all(isinstance(each, str) for each in header.values()):
        message = f"line 1: a header is made of {', '.join(names)}, in this order"
        raise LogError(message)
    try:
        ladder = UUID(str(header["ladder"]))
    except ValueError as error:
        message = "line 1: the ladder is no UUID"
        raise LogError(message) from error
    hidden: list[int] = []
    events = list(_events(rows, hidden))
    if not events:
        message = "there is no event"
        raise LogError(message)
    if hidden and LOGGED[0] in header:
        message = "line 1: no public log proves an end whose hash is not shown"
        raise LogError(message)
    return LadderLog(ladder, header, events, hidden[0] if hidden else None)


def _events(rows: Iterator[JsonObject], hidden: list[int]) -> Iterator[StoredEvent]:
    for number, row in enumerate(rows, start=2):
        has_hash = row.get("hash", UNKNOWN) is not None
        if has_hash and hidden:
            message = f"line {number}: a hash is shown again after one was kept back"
            raise LogError(message)
        event = read_event(number, row if has_hash else {**row, "hash": UNKNOWN})
        if not has_hash:
            hidden.append(event.version)
        yield event


def broken_link(log: LadderLog) -> str | None:
    """Return what is wrong with the chain, if anything."""
    shown = len(log.events) if log.unchained is None else log.unchained - 1
    fault = chain.first_fault(KIND, log.id, log.events[:shown])
    if fault is not None:
        return f"event {fault[0]}: {fault[1]}"
    for number, event in enumerate(log.events, start=1):
        if event.version != number:
            return f"event {number}: is missing; the next one is {event.version}"
    return None


def included(log: LadderLog) -> tuple[Proof, Checkpoint] | None:
    """Return where a public log holds the end, if the header proves it; raises NoteError."""
    if LOGGED[0] not in log.header:
        return None
    last, blind = log.events[-1], str(log.header["blind"])
    if not is_digest(blind):
        message = f"{blind[:80]!r} blinds nothing"
        raise NoteError(message)
    proof = checkpoints.read_proof(str(log.header["log"]))
    wanted = entry(bytes.fromhex(blind), KIND, log.id, last.version, last.hash)
    return proof, checkpoints.leads_to(wanted, proof)
