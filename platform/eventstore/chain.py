"""The hash chain of a stream: whoever changes one byte of one event breaks every hash after it.

    genesis = SHA-256("cutpurse-chain/1" 00 kind 00 stream id)
    hash    = SHA-256(hash before, line)

Two versions of the line have been written (docs/events.md): chain 1 covers what a log shows of an
event, and chain 2, of all new events, who did it as well. A log has all that the line holds, so a
downloaded one proves itself. The stored text of the data goes in unchanged.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID

import msgspec

from eventstore.canonical import format_timestamp
from eventstore.events import IMPORT, Author, StoredEvent

SCHEME = b"cutpurse-chain/1"
FIRST, NEWEST = 1, 2
"""The versions of the chain; new events are written under the newest."""
SALT_BYTES = 16
AUTHORED = {False: (SALT_BYTES, None), True: (None, 32)}
"""The lengths of salt and digest that an event of chain 2 has, by whether it was imported."""


class Envelope(msgspec.Struct, frozen=True):
    """What a row holds of its author; the fields stand in the order of canonical JSON."""

    actor: str
    fingerprint: str | None
    key: str | None


_encode = msgspec.json.Encoder().encode


def genesis(kind: str, stream_id: UUID) -> bytes:
    """Return the hash that stands before the first event of a stream (32 bytes)."""
    return sha256(b"\0".join((SCHEME, kind.encode(), str(stream_id).encode()))).digest()


def digest(author: Author) -> bytes:
    """Return what a log shows of an event's author (32 bytes).

    The salt never leaves the database: without it a guess at the actor or key can't be tried.
    """
    fingerprint = None if author.fingerprint is None else author.fingerprint.hex()
    return sha256(author.salt + _encode(Envelope(author.actor, fingerprint, author.key))).digest()


def shown_author(event: StoredEvent) -> bytes | None:
    """Return the digest of an event's author; None under chain 1, which has none.

    An imported event brings it along: who acted elsewhere is not known here.
    """
    if event.salt is None:
        return event.by
    return digest(Author(event.actor, event.key, event.fingerprint, event.salt))


def line(version: int, event_type: str, body: str, at: datetime) -> bytes:
    """Return the bytes that a hash of chain 1 covers; body is the stored canonical JSON."""
    return timed_line(version, event_type, body, format_timestamp(at))


def timed_line(  # noqa: PLR0913 - the parts of a line
    version: int, event_type: str, body: str, at: str, *, by: str | None = None, schema: int = 1
) -> bytes:
    """Return the bytes of an event whose time is at hand as text: with its author under chain 2."""
    if by is None:
        text = f'{{"at":"{at}","data":{body},"type":"{event_type}","version":{version}}}'
    else:
        text = (
            f'{{"at":"{at}","by":"{by}","data":{body},"schema":{schema}'
            f',"type":"{event_type}","version":{version}}}'
        )
    return text.encode()


def link(previous: bytes, content: bytes) -> bytes:
    """Return the hash of an event from the hash before it and its line (32 bytes)."""
    return sha256(previous + content).digest()


def first_fault(
    kind: str, stream_id: UUID, events: Sequence[StoredEvent]
) -> tuple[int, str] | None:
    """Return the first version that does not follow from those before it, and how it does not.

    One is enough: every hash after a changed event is wrong as well.
    """
    previous, under = genesis(kind, stream_id), FIRST
    imported = bool(events) and events[0].actor == IMPORT
    for number, event in enumerate(events, start=1):
        if event.version != number:
            return number, f"is missing; the next one is {event.version}"
        misfit = _misfit(event, under, imported=imported)
        if misfit is not None:
            return number, f"{event.type} {misfit}"
        under = event.chain
        by = shown_author(event)
        content = timed_line(
            number,
            event.type,
            event.body,
            format_timestamp(event.at),
            by=None if by is None else by.hex(),
            schema=event.schema,
        )
        previous = link(previous, content)
        if previous != event.hash:
            return number, f"{event.type} does not match its hash"
    return None


def _misfit(event: StoredEvent, under: int, *, imported: bool) -> str | None:
    """Tell what cannot be of the chain that an event says it is under, after one under another."""
    if not FIRST <= event.chain <= NEWEST:
        return f"is under chain {event.chain}, which this program does not know"
    if event.chain < under:
        return f"is under chain {event.chain}, after events under chain {under}"
    digests = (event.salt and len(event.salt), event.by and len(event.by))
    if digests != ((None, None) if event.chain == FIRST else AUTHORED[imported]):
        return f"does not have what chain {event.chain} needs of its author"
    if imported and event.actor != IMPORT:
        return f"is by {event.actor} in a stream that was imported"
    return None
