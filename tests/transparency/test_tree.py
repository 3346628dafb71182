"""The tree against known vectors, and against the definitions of RFC 6962 written down plainly."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transparency import tree
from transparency.entries import blind_of_match, entry

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "log.json").read_text())
ENTRIES = [bytes.fromhex(each["token"]) for each in VECTORS["entries"]]


class Tiles:
    """A tree in memory."""

    def __init__(self, leaves: Sequence[bytes] = ()) -> None:
        self.kept: dict[tuple[int, int], bytes] = {}
        self.size = 0
        self.add(leaves)

    def read(self, level: int, index: int) -> bytes:
        return self.kept.get((level, index), b"")

    def add(self, leaves: Sequence[bytes]) -> None:
        for level, index, hashes in list(tree.append(self.read, self.size, leaves)):
            self.kept[level, index] = hashes
        self.size += len(leaves)


def plain_root(leaves: Sequence[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, over leaf hashes."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\1" + plain_root(leaves[:k]) + plain_root(leaves[k:])).digest()


def made(count: int) -> list[bytes]:
    return [sha256(str(number).encode()).digest() for number in range(count)]


def test_entries_hide_heads_as_the_vectors_do() -> None:
    blind = blind_of_match(bytes.fromhex(VECTORS["secret"]), UUID(VECTORS["match"]))

    assert blind.hex() == VECTORS["blind"]
    for each in VECTORS["entries"]:
        head = bytes.fromhex(each["head"])
        found = entry(blind, each["kind"], UUID(each["stream"]), each["version"], head)
        assert found.hex() == each["token"]
        assert tree.leaf_hash(found).hex() == each["leaf"]


def test_roots_and_proofs_are_those_of_the_vectors() -> None:
    tiles = Tiles(list(map(tree.leaf_hash, ENTRIES)))

    for size, root in VECTORS["roots"].items():
        assert tree.root(tiles.read, int(size)).hex() == root
    for leaf, proof in VECTORS["inclusion"].items():
        assert [each.hex() for each in tree.inclusion(tiles.read, int(leaf), 7)] == proof
    for first, proof in VECTORS["consistency_to_7"].items():
        assert [each.hex() for each in tree.consistency(tiles.read, int(first), 7)] == proof


def test_every_small_tree_proves_every_leaf_and_every_tree_before_it() -> None:
    leaves = made(33)
    tiles = Tiles(leaves)
    for size in range(1, 34):
        root = tree.root(tiles.read, size)
        assert root == plain_root(leaves[:size])
        for at in range(size):
            proof = tree.inclusion(tiles.read, at, size)
            assert tree.root_by_inclusion(at, size, leaves[at], proof) == root
        for first in range(size + 1):
            old, proof = tree.root(tiles.read, first), tree.consistency(tiles.read, first, size)
            assert tree.is_consistent(first, size, old, root, proof)


@given(sizes=st.lists(st.integers(0, 700), min_size=1, max_size=5), data=st.data())
def test_a_tree_that_grew_in_steps_is_the_one_that_was_made_at_once(
    sizes: list[int], data: st.DataObject
) -> None:
    leaves = made(sum(sizes) + 1)
    stepwise, at = Tiles(), 0
    for size in [*sizes, 1]:
        stepwise.add(leaves[at : at + size])
        at += size

    assert stepwise.kept == Tiles(leaves).kept
    size = data.draw(st.integers(1, len(leaves)))
    assert tree.root(stepwise.read, size) == plain_root(leaves[:size])


def test_a_level_is_begun_when_a_tile_is_whole() -> None:
    tiles = Tiles(made(256 * 256))

    widths = {place: len(hashes) // 32 for place, hashes in tiles.kept.items()}
    assert (widths[0, 255], widths[1, 0], widths[2, 0]) == (256, 256, 1)
    assert len(tiles.kept) == 256 + 1 + 1


@given(size=st.integers(2, 600), data=st.data())
def test_no_other_history_is_consistent(size: int, data: st.DataObject) -> None:
    leaves = made(size)
    first = data.draw(st.integers(1, size - 1))
    changed = data.draw(st.integers(0, first - 1))
    true, forged = Tiles(leaves), Tiles([*leaves[:changed], bytes(32), *leaves[changed + 1 :]])

    old, root = tree.root(true.read, first), tree.root(forged.read, size)
    for each in (true, forged):
        proof = tree.consistency(each.read, first, size)
        assert not tree.is_consistent(first, size, old, root, proof)


@given(size=st.integers(2, 600), data=st.data())
def test_a_proof_that_was_touched_leads_elsewhere(size: int, data: st.DataObject) -> None:
    leaves, at = made(size), data.draw(st.integers(0, size - 1))
    tiles = Tiles(leaves)
    proof, root = tree.inclusion(tiles.read, at, size), tree.root(tiles.read, size)
    place = data.draw(st.integers(0, len(proof) - 1))

    touched = [*proof[:place], bytes(32), *proof[place + 1 :]]

    assert tree.root_by_inclusion(at, size, leaves[at], touched) != root
    for wrong in (proof[:-1], [*proof, bytes(32)]):
        with pytest.raises(ValueError, match="too"):
            tree.root_by_inclusion(at, size, leaves[at], wrong)


def test_what_is_not_there_is_refused() -> None:
    tiles = Tiles(made(3))

    with pytest.raises(ValueError, match="no leaf 3 in a tree of 3"):
        tree.inclusion(tiles.read, 3, 3)
    with pytest.raises(ValueError, match="no leaf -1"):
        tree.root_by_inclusion(-1, 3, bytes(32), [])
    with pytest.raises(ValueError, match="no beginning"):
        tree.consistency(tiles.read, 3, 2)
    assert not tree.is_consistent(3, 2, bytes(32), bytes(32), [])
    assert not tree.is_consistent(1, 2, bytes(32), bytes(32), [])
    assert not tree.is_consistent(2, 2, bytes(32), bytes(32), [bytes(32)])
