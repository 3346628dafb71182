"""How Second Story's houses read in a terminal: `7WY` as `7 of waves & wyrms`."""

import re

HOUSE = re.compile(r"([A2-9C])([MSWLYK]{1,3})")
RANKS = {"A": "ace", "C": "crown"}
SUITS = {"M": "moons", "S": "suns", "W": "waves", "L": "leaves", "Y": "wyrms", "K": "knots"}


def piece(code: str) -> tuple[str, str] | None:
    """Return the words of a house and no style, None for what is no house."""
    found = HOUSE.fullmatch(code)
    if found is None:
        return None
    return f"{RANKS.get(found[1], found[1])} of {' & '.join(SUITS[each] for each in found[2])}", ""
