"""The hash chain of a stream: whoever changes one byte of one event breaks every hash after it.

    genesis = SHA-256("cutpurse-chain/1" 00 kind 00 stream id)
    line    = canonical JSON {"at": …, "data": …, "type": …, "version": …}
    hash    = SHA-256(hash before, line)

The line holds what a log shows of an event and nothing else, so that a downloaded log proves
itself. The stored text of the data goes in unchanged.
"""

from datetime import datetime
from hashlib import sha256
from uuid import UUID

from eventstore.canonical import timestamp

SCHEME = b"cutpurse-chain/1"


def genesis(kind: str, stream_id: UUID) -> bytes:
    """Return the hash that stands before the first event of a stream (32 bytes)."""
    return sha256(b"\0".join((SCHEME, kind.encode(), str(stream_id).encode()))).digest()


def line(version: int, event_type: str, body: str, at: datetime) -> bytes:
    """Return the bytes of an event that its hash covers; body is the stored canonical JSON."""
    return timed_line(version, event_type, body, timestamp(at))


def timed_line(version: int, event_type: str, body: str, at: str) -> bytes:
    """Return the bytes of an event whose time is at hand as text."""
    return f'{{"at":"{at}","data":{body},"type":"{event_type}","version":{version}}}'.encode()


def link(previous: bytes, content: bytes) -> bytes:
    """Return the hash of an event from the hash before it and its line (32 bytes)."""
    return sha256(previous + content).digest()
