"""What hides the heads of a stream in the log until its readers may know them.

A kind of streams with a secret that its end reveals registers how its blind follows from that;
all others get random bytes, which go to whoever may read the whole stream.
"""

from collections.abc import Callable, Collection, Mapping
from secrets import token_bytes
from uuid import UUID

from transparency.models import StreamBlind
from transparency.tree import HASH_BYTES

Blinds = Callable[[Collection[UUID]], Mapping[UUID, bytes]]
"""From the ids of streams to their blinds; those that it leaves out are not logged."""

_kinds: dict[str, Blinds] = {}


def register(kind: str, blinds: Blinds) -> None:
    """Let a kind of streams have blinds of its own."""
    _kinds[kind] = blinds


def find(kind: str, ids: Collection[UUID]) -> Mapping[UUID, bytes]:
    """Return the blinds of streams of a kind, and make those that are missing."""
    if kind in _kinds:
        return _kinds[kind](ids)
    StreamBlind.objects.bulk_create(
        [
            StreamBlind(stream_kind=kind, stream_id=each, blind=token_bytes(HASH_BYTES))
            for each in ids
        ],
        ignore_conflicts=True,
    )
    rows = StreamBlind.objects.filter(stream_kind=kind, stream_id__in=ids)
    return {row.stream_id: bytes(row.blind) for row in rows}
