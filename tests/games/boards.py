"""Draws under fair/2 as the published vectors of a board have them, without the engine's code."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests import independent

BOARDS = json.loads((Path(__file__).parent / "fair_2" / "boards.json").read_text())
ROOT = bytes.fromhex(BOARDS["root"])


def order(label: str, items: Sequence[int], root: bytes = ROOT) -> list[int]:
    """Return different items in the order that a label has them in."""
    assert Counter(items).most_common(1)[0][1] == 1
    key = independent.keyed(root, b"draw", label.encode())
    return sorted(items, key=lambda item: independent.keyed(key, b"item", b"%d" % item, b"0"))


def numbers(label: str, n: int, count: int, root: bytes = ROOT) -> list[int]:
    """Return the first numbers below n that are drawn under a label."""
    words = independent.words(independent.keyed(root, b"draw", label.encode()))
    return [independent.below(words, n) for _ in range(count)]
