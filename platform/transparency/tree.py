"""The Merkle tree of RFC 6962, section 2.1, kept in tiles of 256 hashes. Pure.

A tile at level L holds the hashes of whole subtrees of 256^L leaves, side by side, as C2SP's
tlog-tiles lays them out; every other hash is made from them. Sizes count leaves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count

HASH_BYTES = 32
HEIGHT = 8
"""Levels of the tree within a tile."""
WIDTH = 1 << HEIGHT
"""Hashes in a whole tile."""
EMPTY = sha256().digest()
"""The root of a tree without leaves."""

ReadTile = Callable[[int, int], bytes]
"""From level and index to the hashes of a tile, one behind the other; empty where there is none."""
Hashes = Sequence[bytes]


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf (32 bytes)."""
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees (32 bytes)."""
    return sha256(b"\1" + left + right).digest()


def cut(tile: bytes) -> list[bytes]:
    """Return the hashes of a tile, one by one."""
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]


def append(read: ReadTile, size: int, leaves: Iterable[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Yield the tiles that change, each as (level, index, hashes), when leaf hashes are added.

    The size is that of the tree before. No tile comes twice.
    """
    added = list(leaves)
    for level in count():
        if not added:
            return
        first, there = divmod(size >> (HEIGHT * level), WIDTH)
        hashes = [*cut(read(level, first) if there else b""), *added]
        added = []
        for index, at in enumerate(range(0, len(hashes), WIDTH), start=first):
            part = hashes[at : at + WIDTH]
            yield level, index, b"".join(part)
            if len(part) == WIDTH:
                added.append(_whole(part))


def _whole(hashes: Hashes) -> bytes:
    """Return the root of as many subtrees as a power of two."""
    while len(hashes) > 1:
        pairs = zip(hashes[::2], hashes[1::2], strict=True)
        hashes = [node_hash(left, right) for left, right in pairs]
    return hashes[0]


def root(read: ReadTile, size: int) -> bytes:
    """Return the root of the tree when it had so many leaves (32 bytes)."""
    return _span(read, 0, size) if size else EMPTY


def _span(read: ReadTile, start: int, end: int) -> bytes:
    """Return the root over the leaves from start up to end, which is a subtree of RFC 6962's."""
    length = end - start
    if length & (length - 1) == 0:
        return _subtree(read, length.bit_length() - 1, start)
    middle = start + _split(length)
    return node_hash(_span(read, start, middle), _span(read, middle, end))


def _subtree(read: ReadTile, height: int, start: int) -> bytes:
    """Return the root of a whole subtree of 2^height leaves."""
    level, within = divmod(height, HEIGHT)
    index, at = divmod(start >> (HEIGHT * level), WIDTH)
    hashes = cut(read(level, index))
    return _whole(hashes[at : at + (1 << within)])


def _split(length: int) -> int:
    """Return the greatest power of two below a length of at least 2."""
    return 1 << ((length - 1).bit_length() - 1)


def inclusion(read: ReadTile, index: int, size: int) -> list[bytes]:
    """Return the proof that a leaf, counted from 0, is in the tree of a size (RFC 9162, 2.1.3).

    Raises ValueError where it is not.
    """
    if not 0 <= index < size:
        message = f"there is no leaf {index} in a tree of {size}"
        raise ValueError(message)
    proof: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(_span(read, middle, end))
            end = middle
        else:
            proof.append(_span(read, start, middle))
            start = middle
    return proof[::-1]


def consistency(read: ReadTile, first: int, second: int) -> list[bytes]:
    """Return the proof that one tree is the beginning of another (RFC 9162, 2.1.4).

    It is empty where the first has no leaves, or both have as many. Raises ValueError where the
    first is larger.
    """
    if not 0 <= first <= second:
        message = f"a tree of {first} is no beginning of one of {second}"
        raise ValueError(message)
    if first in {0, second}:
        return []
    proof: list[bytes] = []
    start, end, is_old_root = 0, second, True
    while first != end:
        middle = start + _split(end - start)
        if first <= middle:
            proof.append(_span(read, middle, end))
            end = middle
        else:
            proof.append(_span(read, start, middle))
            start, is_old_root = middle, False
    if not is_old_root:
        proof.append(_span(read, start, end))
    return proof[::-1]


def root_by_inclusion(index: int, size: int, leaf: bytes, proof: Hashes) -> bytes:
    """Return the root to which a proof leads from the hash of a leaf (RFC 9162, 2.1.3.2).

    Raises ValueError for a proof that has too many hashes or too few.
    """
    if not 0 <= index < size:
        message = f"there is no leaf {index} in a tree of {size}"
        raise ValueError(message)
    at, last, found = index, size - 1, leaf
    for each in proof:
        if not last:
            message = "the proof is too long"
            raise ValueError(message)
        if at & 1 or at == last:
            found = node_hash(each, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, each)
        at, last = at >> 1, last >> 1
    if last:
        message = "the proof is too short"
        raise ValueError(message)
    return found


def is_consistent(first: int, second: int, old_root: bytes, new_root: bytes, proof: Hashes) -> bool:
    """Tell whether a proof shows that one tree is the beginning of another (RFC 9162, 2.1.4.2)."""
    if first == second:
        return not proof and old_root == new_root
    if first == 0:
        return not proof and old_root == EMPTY
    if first > second or not proof:
        return False
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    # A whole subtree is its own first hash.
    hashes = [old_root, *proof] if first & (first - 1) == 0 else list(proof)
    old = new = hashes[0]
    for each in hashes[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            old, new = node_hash(each, old), node_hash(each, new)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            new = node_hash(new, each)
        at, last = at >> 1, last >> 1
    return not last and (old, new) == (old_root, new_root)
