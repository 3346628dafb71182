"""Logs of tournaments as files: NDJSON, the header first, then one event a line. Pure.

A log is the same for everybody who may see the tournament: drafts of rounds are not in it, nor
what only the staff may know. Of such an event a line has the hash and no data, where nobody can
guess from the hash what it says; else no hash is shown from there on.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast
from uuid import UUID

import msgspec

from eventstore import chain
from eventstore.canonical import format_timestamp, parse_timestamp
from eventstore.events import IMPORT, StoredEvent
from games.json_types import JsonObject
from matches import log_lines
from matches.log_lines import LogError
from tournaments.draw_audit import Audit
from tournaments.draw_tally import Finding
from tournaments.events import CATALOGUE, KEPT_CLOSE, KIND, HistoryBound
from transparency import checkpoints
from transparency.checkpoints import Checkpoint, Proof
from transparency.entries import entry

HEADER = ("tournament", "name", "game", "chain")
"""What the first line has: the id, what it is called, what is played, whether it has a chain."""
LOGGED = ("blind", "log")
"""What stands behind, where a public log proves the last event."""
LINE_MAX = 4_000_000
"""Bytes of a line: a round of a thousand entrants, with the reasons of its tables."""
HIDDEN = frozenset(map(CATALOGUE.name, KEPT_CLOSE))
"""The types of events of which a log has the hash alone."""
BOUND = CATALOGUE.name(HistoryBound)
UNGUESSABLE = frozenset({"codes_issued", "invitation_made"})
"""Of these the hash tells nothing: they hold digests of long random codes."""
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_sorted = msgspec.json.Encoder(order="sorted").encode

Clean = Callable[[object], object]
"""Puts neutral names in the place of erased ones."""


class Logged(NamedTuple):
    """Where a public log holds the last event."""

    blind: bytes
    proof: str


class Line(NamedTuple):
    """An event as a log has it."""

    event: StoredEvent
    has_data: bool
    is_whole: bool
    """Whether its data is what was hashed, word by word."""
    has_hash: bool


def text(header: JsonObject, lines: Iterable[JsonObject]) -> Iterator[str]:
    """Yield a log's lines as text, each with its newline."""
    for line in (header, *lines):
        yield _encode(line).decode() + "\n"


def public(
    events: Sequence[StoredEvent], published: Collection[int], *, is_over: bool
) -> Sequence[StoredEvent]:
    """Return the events up to the first one that tells of a round which is not published.

    That is a draft, or one that was thrown away: its draw may yet count again.
    """
    if is_over:
        return events
    for place, event in enumerate(events):
        if event.type in {"draw_sealed", "draw_shown", "round_paired"}:
            number = _decode(event.body).get("round")
            if number is not None and number not in published:
                return events[:place]
    return events


def rows(events: Sequence[StoredEvent], clean: Clean) -> Iterator[JsonObject]:
    """Yield the lines of events that everybody may see, who may see the tournament."""
    shows_hashes = True
    for event in events:
        data = _decode(event.body)
        shown = None if event.type in HIDDEN else cast("JsonObject", clean(data))
        if shown is not None and event.type == BOUND and not shows_hashes:
            shown = {**shown, "hash": None}
        is_whole = shown == data
        is_hidden_well = event.type in UNGUESSABLE or "nonce" in data
        shows_hashes = shows_hashes and (is_whole or (shown is None and is_hidden_well))
        by = chain.shown_author(event)
        yield {
            "version": event.version,
            "type": event.type,
            "data": shown,
            "at": format_timestamp(event.at),
            "hash": event.hash.hex() if shows_hashes else None,
            **({} if by is None else {"by": by.hex()}),
            **({} if event.schema == 1 else {"schema": event.schema}),
            **({} if is_whole or shown is None else {"cleaned": True}),
        }


def read(path: Path) -> tuple[JsonObject, list[Line]]:
    """Return the header and the lines of a log file; raises LogError, OSError."""
    return _parsed(log_lines.of_file(path, LINE_MAX))


def parse(lines: Iterable[str]) -> tuple[JsonObject, list[Line]]:
    """Return the header and the lines of a log; raises LogError."""
    return _parsed(log_lines.of_text(lines, LINE_MAX))


def _parsed(found: Iterator[JsonObject]) -> tuple[JsonObject, list[Line]]:
    header = next(found, {})
    names = (*HEADER, *(LOGGED if LOGGED[0] in header else ()))
    if tuple(header) != names or not all(isinstance(header[each], str) for each in HEADER[:3]):
        message = f"line 1: a header is made of {', '.join(names)}, in this order"
        raise LogError(message)
    return header, [_line(number, row) for number, row in enumerate(found, start=2)]


EVENT = ("version", "type", "data", "at", "hash")
MORE: Mapping[str, Callable[[object], bool]] = {
    "by": lambda value: isinstance(value, str) and _is_digest(value),
    "schema": lambda value: type(value) is int and 1 < value < 100,
    "cleaned": lambda value: value is True,
}


def _is_digest(value: str) -> bool:
    return len(value) == 64 and set(value) <= set("0123456789abcdef")


def _line(number: int, row: JsonObject) -> Line:
    """Return a line's event; raises LogError for one that is not written as logs are."""
    more = [name for name in MORE if name in row]
    if tuple(row) != (*EVENT, *more) or not all(MORE[name](row[name]) for name in more):
        message = f"line {number}: an event is made of {', '.join(EVENT)}, in this order"
        raise LogError(message)
    data, digest = row["data"], row["hash"]
    fits = (
        type(row["version"]) is int
        and isinstance(row["type"], str)
        and isinstance(data, dict | None)
        and (digest is None or (isinstance(digest, str) and _is_digest(digest)))
    )
    try:
        at = parse_timestamp(str(row["at"]))
    except ValueError:
        fits = False
    if not fits:
        message = f"line {number}: it is not written as an event is"
        raise LogError(message)
    by = row.get("by")
    event = StoredEvent(
        version=cast("int", row["version"]),
        type=cast("str", row["type"]),
        schema=cast("int", row.get("schema", 1)),
        body=_sorted({} if data is None else data).decode(),
        actor=IMPORT,
        key=None,
        fingerprint=None,
        at=at,
        hash=b"" if digest is None else bytes.fromhex(str(digest)),
        chain=chain.FIRST if by is None else chain.NEWEST,
        by=None if by is None else bytes.fromhex(str(by)),
    )
    is_whole = data is not None and "cleaned" not in row
    return Line(event, data is not None, is_whole, digest is not None)


class Checked(NamedTuple):
    """What a log has come to."""

    findings: list[Finding]
    audit: Audit
    hidden: int
    """Events without data, or with names taken out."""
    breaks: tuple[int, ...]
    """The versions of events without data, whose hashes were taken as they are, where nothing binds
    what stands before them to what follows."""
    unchained: int | None
    """The version from which on no hashes are shown; None where all are."""
    included: tuple[Proof, Checkpoint] | None


def check(header: JsonObject, lines: Sequence[Line]) -> Checked:
    """Check a log: its chain, its draws, and the public log's proof; raises NoteError.

    The proof is of the last hash, so it covers no more than what that one is made of.
    """
    tournament = UUID(str(header["tournament"]))
    audit = Audit(tournament)
    unchained = next((each.event.version for each in lines if not each.has_hash), None)
    hidden = sum(not each.is_whole for each in lines)
    breaks: tuple[int, ...] = ()
    fault = _misfit(tournament, lines)
    if fault is None:
        breaks, fault = _breaks(lines)
    if fault is None:
        audit.run([each.event for each in lines if each.has_data])
        fault = audit.findings[0] if audit.findings else None
    if fault is None and header["chain"] is not (audit.state.draws.chain is not None):
        fault = Finding(1, "the header says otherwise whether the draws come from a chain")
    found = [] if fault is None else [fault]
    included = None
    if not found and LOGGED[0] in header:
        last = lines[-1].event
        blind = bytes.fromhex(str(header["blind"]))
        proof = checkpoints.read_proof(str(header["log"]))
        wanted = entry(blind, KIND, tournament, last.version, last.hash)
        included = (proof, checkpoints.leads_to(wanted, proof))
    return Checked(found, audit, hidden, breaks, unchained, included)


def _breaks(lines: Sequence[Line]) -> tuple[tuple[int, ...], Finding | None]:
    """Return the events without data that nothing binds to what stands before them.

    Or the first event that names another hash of an earlier one than the log has.
    """
    shown: dict[int, bytes] = {}
    gaps: dict[int, list[int]] = {}
    last = 0
    for line in lines:
        event = line.event
        if line.has_hash and not line.has_data:
            gaps.setdefault(last, []).append(event.version)
            continue
        last = event.version
        shown[last] = event.hash
        if event.type != BOUND or not line.is_whole:
            continue
        said = _decode(event.body)
        before = said.get("version")
        is_known = type(before) is int and before in shown
        if not is_known or said.get("hash") != shown[before].hex():
            return (), Finding(last, f"{BOUND} has another hash than event {before}")
        gaps.pop(before, None)
    return tuple(version for gap in gaps.values() for version in gap), None


def _misfit(tournament: UUID, lines: Sequence[Line]) -> Finding | None:
    """Return the first line that does not follow from those before it."""
    previous = chain.genesis(KIND, tournament)
    is_shown = True
    for number, line in enumerate(lines, start=1):
        event = line.event
        if event.version != number:
            return Finding(number, f"is missing; the next one is {event.version}")
        if (wrong := _ill_shown(line)) is not None:
            return Finding(number, wrong)
        if line.has_hash and not is_shown:
            return Finding(number, "a hash is shown again after one was kept back")
        is_shown = line.has_hash
        if line.has_hash and line.is_whole and _hash(previous, event) != event.hash:
            return Finding(number, f"{event.type} does not have the hash that it must have")
        previous = event.hash
    if not lines or lines[0].event.type != "tournament_created":
        return Finding(1, "it does not begin with how the tournament was made")
    return None


def _ill_shown(line: Line) -> str | None:
    """Tell what is wrong with how much a line shows of its event."""
    if not line.has_data and line.event.type not in HIDDEN:
        return f"{line.event.type} is kept back, which only the staff's events are"
    if line.has_hash and line.has_data and not line.is_whole:
        return f"{line.event.type} has a hash that its data cannot have"
    return None


def _hash(previous: bytes, event: StoredEvent) -> bytes:
    by = None if event.by is None else event.by.hex()
    content = chain.timed_line(
        event.version,
        event.type,
        event.body,
        format_timestamp(event.at),
        by=by,
        schema=event.schema,
    )
    return chain.link(previous, content)
