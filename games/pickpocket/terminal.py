"""How Pickpocket's loot reads in a terminal: `PKV` as `purse+key+vial`."""

import re

LOOT = re.compile(r"[PKVJ]{1,4}")
ELEMENTS = {"P": "purse", "K": "key", "V": "vial", "J": "jewel"}
SEATS = frozenset({"prince"})
"""Fields whose numbers are those of seats, besides the usual ones."""


def piece(code: str) -> tuple[str, str] | None:
    """Return the words of a tile of loot and no style, None for what is none."""
    return ("+".join(ELEMENTS[each] for each in code), "") if LOOT.fullmatch(code) else None
