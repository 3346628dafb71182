"""The tiles and powers of Pickpocket: small integers inside, `PKV` and `guard-4` outside."""

from collections.abc import Sequence
from typing import Annotated

from games.codec import NameTable

LINES = ("purse", "key", "vial", "jewel")
"""From top to bottom; a set of lines is a number whose bit i is line i."""

LETTERS = "PKVJ"
"""A loot tile is named by its elements, in the order of LINES."""

LOOT = NameTable(
    [
        "PKVJ",
        *("PKV", "PKJ", "PVJ", "KVJ"),
        *("PK", "PV", "PJ", "KV", "KJ", "VJ"),
        *("PP", "KK", "VV", "JJ"),
        *LETTERS,
    ]
)
"""Every loot tile that can be: one element on each line, or two on a single one.

Not each need be in a dataset. Equal tiles are one number: nothing tells them apart.
"""

LOOTS = len(LOOT.names)
"""A tile below this is loot; others are guards."""

GUARD_MAX = 9
"""No guard is worth more; the rulebook shows one of 4."""

TILES = NameTable([*LOOT.names, *(f"guard-{value}" for value in range(1, GUARD_MAX + 1))])
"""Whatever can be in the bag; a guard of value v is the tile LOOTS + v - 1."""

Loot = Annotated[int, LOOT]
Tile = Annotated[int, TILES]

POWERS = NameTable(["illusion", "glove", "passage", "accomplice", "bruce", "beer", "ambidextrous"])
Power = Annotated[int, POWERS]

ILLUSION, GLOVE, PASSAGE, ACCOMPLICE, BRUCE, BEER, AMBIDEXTROUS = range(7)

BRUCE_BONUS = 2
"""Points for leaving of one's own will, never doubled (PK-39)."""

HAND = 3
"""Loot tiles that everybody is dealt."""

GUARDS = 7
"""Guards in the bag; the last of them ends the match (PK-12)."""

GUARDS_A_NIGHT = 2
"""The second guard of a night ends it (PK-11)."""

ELEMENTS = tuple(tuple(name.count(letter) for letter in LETTERS) for name in LOOT.names)
"""How many elements a tile has on each line, by tile."""


def line_set(lines: Sequence[str]) -> int:
    """Return the set of the named lines."""
    return sum(1 << LINES.index(line) for line in lines)


SHOWN = tuple(sum(1 << line for line in range(4) if elements[line]) for elements in ELEMENTS)
"""The set of lines on which a tile has an element, by tile.

It carries on the open lines that are in it, and breaks the others (PK-2, PK-6).
"""


def guard(value: int) -> int:
    """Return the guard of that value."""
    return LOOTS + value - 1


def guard_value(tile: int) -> int:
    """Return what a guard is worth."""
    return tile - LOOTS + 1
