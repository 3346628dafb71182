"""How Stick 'Em's cards read in a terminal: `yellow-7` as `7 yellow`, in yellow."""

import re

COLOURS = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "bright_blue",
    "purple": "magenta",
    "orange": "dark_orange",
}
CARD = re.compile(r"([a-z]+)-(\d+)")


def piece(code: str) -> tuple[str, str] | None:
    """Return the words of a card and its colour, None for what is no card."""
    found = CARD.fullmatch(code)
    return (f"{found[2]} {found[1]}", COLOURS.get(found[1], "")) if found else None
