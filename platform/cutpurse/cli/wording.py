"""How cards, moves and events read in a terminal. Pure.

It works on what any game sends: what looks like a card gets its name, and everything else its own
words.
"""

import re
from collections.abc import Mapping
from typing import Any

from rich.text import Text

COLOURS = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "bright_blue",
    "purple": "magenta",
    "orange": "dark_orange",
}
COLOURED = re.compile(r"([a-z]+)-(\d+)")
"""A card of Stick 'Em: `yellow-7`."""

HOUSE = re.compile(r"([A2-9C])([MSWLYK]{1,3})")
"""A card of Second Story: `7WY`."""
RANKS = {"A": "ace", "C": "crown"}
SUITS = {"M": "moons", "S": "suns", "W": "waves", "L": "leaves", "Y": "wyrms", "K": "knots"}

LOOT = re.compile(r"[PKVJ]{1,4}")
"""A tile of Pickpocket: `PKV`."""
ELEMENTS = {"P": "purse", "K": "key", "V": "vial", "J": "jewel"}

HIDDEN = "?"


def card(text: str, game: str) -> Text:
    """Return the name of a card or tile of a game; other texts as they are."""
    if game == "stick-em" and (found := COLOURED.fullmatch(text)):
        return Text(f"{found[2]} {found[1]}", style=COLOURS.get(found[1], ""))
    if game == "second-story" and (found := HOUSE.fullmatch(text)):
        suits = " & ".join(SUITS[letter] for letter in found[2])
        return Text(f"{RANKS.get(found[1], found[1])} of {suits}")
    if game == "pickpocket" and LOOT.fullmatch(text):
        return Text("+".join(ELEMENTS[letter] for letter in text))
    return Text(words(text) if re.fullmatch(r"[a-z_]+", text) else text)


def words(name: str) -> str:
    """Return a name of the API as words."""
    return name.replace("_", " ")


def value(item: Any, game: str) -> Text:
    """Return any value of a view, a move or an event as one line."""
    if item is None:
        return Text(HIDDEN, style="dim")
    if isinstance(item, bool):
        return Text("yes" if item else "no")
    if isinstance(item, str):
        return card(item, game)
    if isinstance(item, Mapping):
        return fields(item, game)
    if isinstance(item, list):
        separator = Text("; " if any(isinstance(each, Mapping) for each in item) else ", ")
        return separator.join([value(each, game) for each in item]) if item else Text("-")
    return Text(str(item))


def fields(item: Mapping[str, Any], game: str) -> Text:
    """Return the fields of an object, those that say nothing left out."""
    parts = [
        Text(f"{words(name)} ") + value(each, game)
        for name, each in item.items()
        if each not in (None, [], {})
    ]
    return Text(", ").join(parts)


def move(data: Mapping[str, Any], game: str) -> Text:
    """Return a move as a person would say it: `play card: 7 yellow`."""
    said = Text(words(data["type"]), style="bold")
    details = {name: each for name, each in data.items() if name != "type"}
    if len(details) == 1:
        return Text.assemble(said, ": ", value(next(iter(details.values())), game))
    return Text.assemble(said, ": ", fields(details, game)) if details else said
