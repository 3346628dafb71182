"""The tree's rows: reads and writes of tiles, and the newest checkpoint."""

from collections.abc import Sequence
from functools import lru_cache

from transparency import identity, tree
from transparency.checkpoints import Checkpoint
from transparency.models import LogCheckpoint, LogTile


def newest() -> LogCheckpoint | None:
    """Return the newest checkpoint, if there is any."""
    return LogCheckpoint.objects.order_by("-size").first()


def tile(level: int, index: int) -> bytes:
    """Return the hashes of a tile as it stands, empty where there is none."""
    row = LogTile.objects.filter(level=level, index=index).values_list("hashes", flat=True).first()
    return b"" if row is None else bytes(row)


class Reader:
    """Reads each tile once: for one proof, or one checkpoint."""

    def __init__(self) -> None:
        self.read = lru_cache(maxsize=None)(tile)


def grow(size: int, leaves: Sequence[bytes]) -> None:
    """Add leaf hashes to a tree of a size."""
    changed = [
        LogTile(level=level, index=index, hashes=hashes)
        for level, index, hashes in tree.append(tile, size, leaves)
    ]
    LogTile.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["level", "index"],
        update_fields=["hashes"],
    )


def holds(checkpoint: Checkpoint) -> bool:
    """Tell whether the log began like one whose checkpoint somebody has kept."""
    last = newest()
    if last is None or checkpoint.size > last.size:
        return not checkpoint.size
    return tree.root(Reader().read, checkpoint.size) == checkpoint.root


def checkpoint_of(size: int) -> Checkpoint:
    """Return the checkpoint of the tree at a size."""
    return Checkpoint(identity.origin(), size, tree.root(Reader().read, size))
