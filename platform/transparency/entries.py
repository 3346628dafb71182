"""What the log holds of a stream: its head, blinded. Pure."""

import hmac
from hashlib import sha256
from uuid import UUID

SCHEME = b"cutpurse-head/1"


def blind_of_match(secret: bytes, match_id: UUID) -> bytes:
    """Return the key that hides a match's heads until its secret is revealed (32 bytes)."""
    return hmac.digest(secret, b"\0".join((b"blind", str(match_id).encode())), sha256)


def entry(blind: bytes, kind: str, stream_id: UUID, version: int, head: bytes) -> bytes:
    """Return the entry for a stream that ends with an event (32 bytes).

    Without the blind nobody can tell of which stream it is, nor try what a hidden event may hold.
    """
    parts = (SCHEME, kind.encode(), str(stream_id).encode(), str(version).encode(), head)
    return hmac.digest(blind, b"\0".join(parts), sha256)
