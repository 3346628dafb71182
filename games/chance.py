"""Provably fair chance: scheme `fair/1`, defined in bytes and free of any clock or generator.

All that happens by chance is drawn through the `Chance` that an engine is given, under a label
of its own, and recorded in an event; replaying a match never draws.
"""

import hashlib
import hmac
import struct
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

WORDS = 1 << 32
"""A draw's stream is read as words below this."""

_BLOCK = struct.Struct(">8I")
_COUNTER = struct.Struct(">Q")


class Chance(Protocol):
    """Draw what the rules leave to chance; equal labels go on in one stream."""

    def below(self, label: str, n: int) -> int:
        """Return a whole number from 0 to n - 1."""

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in drawn order; the given sequence stays as it is."""


class Draw:
    """Draw from the stream of one label (fair/1, step 4)."""

    __slots__ = ("_counter", "_key", "_words")

    def __init__(self, root: bytes, label: str) -> None:
        self._key = hmac.digest(root, b"draw\x00" + label.encode(), "sha256")
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, _COUNTER.pack(self._counter), "sha256")
            self._words = list(reversed(_BLOCK.unpack(block)))
            self._counter += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each as likely as any other."""
        limit = WORDS - WORDS % n
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % n


class FairChance:
    """Draw by fair/1 from a root; one stream a label."""

    __slots__ = ("_draws", "_root")

    def __init__(self, root: bytes) -> None:
        self._root = root
        self._draws: dict[str, Draw] = {}

    def _draw(self, label: str) -> Draw:
        draw = self._draws.get(label)
        if draw is None:
            draw = self._draws[label] = Draw(self._root, label)
        return draw

    def below(self, label: str, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return self._draw(label).below(n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in drawn order: from the last index down to 1, swap with below(i+1)."""
        below = self._draw(label).below
        order = list(items)
        for index in range(len(order) - 1, 0, -1):
            other = below(index + 1)
            order[index], order[other] = order[other], order[index]
        return order


def commitment(seed: bytes, match_id: str) -> bytes:
    """Return the 32 bytes that bind the server to a seed before anybody sits down (step 1).

    match_id is the UUID in lower case, 36 characters; for a shared deal it is the deal's (step 6).
    """
    return hashlib.sha256(b"fair-commit/1\x00" + match_id.encode() + b"\x00" + seed).digest()


def root(seed: bytes, match_id: str, client_seeds: Mapping[int, str]) -> bytes:
    """Return the 32 bytes that every draw of a match comes from (step 3); seeds by seat."""
    parts = [
        str(seat).encode() + b"=" + hashlib.sha256(client_seeds[seat].encode()).digest()
        for seat in sorted(client_seeds)
    ]
    return hmac.digest(seed, b"\x00".join([b"fair/1", match_id.encode(), *parts]), "sha256")


def shared_root(seed: bytes, deal: str) -> bytes:
    """Return the root of tables that share a deal (step 6): its UUID and no client seeds."""
    return hmac.digest(seed, b"fair/1\x00" + deal.encode() + b"\x00", "sha256")
