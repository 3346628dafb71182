"""What is read of the log: proofs of single entries, and that it only grew."""

from typing import NamedTuple
from uuid import UUID

from transparency import blinds, notes, store, tree
from transparency.checkpoints import Proof
from transparency.models import LogEntry


def proof(kind: str, stream_id: UUID, version: int) -> Proof | None:
    """Return the proof that a stream stood at a version; None where no checkpoint holds that."""
    last = store.newest()
    if last is None:
        return None
    found = (
        LogEntry.objects.filter(stream_kind=kind, stream_id=stream_id, version=version)
        .order_by("-index")
        .first()
    )
    if found is None or found.index >= last.size:
        return None
    hashes = tree.inclusion(store.Reader().read, found.index, last.size)
    return Proof(found.index, tuple(hashes), notes.read(last.note))


class Receipt(NamedTuple):
    """The newest entry of a stream that a checkpoint holds."""

    version: int
    entry: bytes
    proof: Proof


def newest_proof(kind: str, stream_id: UUID, *, after: int = 0) -> Receipt | None:
    """Return the newest entry of a stream with its proof, if it is of later than a version.

    None where no checkpoint holds any.
    """
    last = store.newest()
    found = (
        LogEntry.objects.filter(
            stream_kind=kind,
            stream_id=stream_id,
            version__gt=after,
            index__lt=last.size if last else 0,
        )
        .order_by("-index")
        .first()
    )
    if found is None or last is None:
        return None
    hashes = tree.inclusion(store.Reader().read, found.index, last.size)
    proof_ = Proof(found.index, tuple(hashes), notes.read(last.note))
    return Receipt(found.version, bytes(found.entry), proof_)


def blind(kind: str, stream_id: UUID) -> bytes | None:
    """Return what hides a stream in the log, for whoever may read the whole stream."""
    return blinds.find(kind, [stream_id]).get(stream_id)


def consistency(first: int, second: int) -> list[bytes]:
    """Return the proof that the log only grew from one size to another; raises ValueError."""
    last = store.newest()
    if second > (last.size if last else 0):
        message = f"the log has no checkpoint of {second} entries yet"
        raise ValueError(message)
    return tree.consistency(store.Reader().read, first, second)
