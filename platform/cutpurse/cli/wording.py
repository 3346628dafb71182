"""How cards, moves and events read in a terminal. Pure.

It works on what any game sends: what looks like a card gets its name, seats get their players', and
everything else its own words.
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

EVIDENT = frozenset({"card", "cards", "fence", "loot", "name", "protection", "scoundrel", "type"})
"""Fields whose values need no label."""
SEATS = frozenset({"active", "leader", "prince", "seat", "starter"})
"""Fields whose numbers are those of seats."""
HIDDEN = "?"
NOTHING = "-"


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


class Wording:
    """How things read at one table: its game, and who sits there."""

    def __init__(self, game: str, names: Mapping[int, str]) -> None:
        self.game = game
        self._names = names

    def name_at(self, seat: int) -> str:
        """Return who sits on a seat."""
        return self._names.get(seat, f"seat {seat}")

    def value(self, item: Any) -> Text:
        """Return any value of a view, a move or an event as one line."""
        if item is None:
            return Text(HIDDEN, style="dim")
        if isinstance(item, bool):
            return Text("yes" if item else "no")
        if isinstance(item, str):
            return card(item, self.game)
        if isinstance(item, Mapping):
            return self.fields(item)
        if isinstance(item, list):
            return self._items(item)
        return Text(str(item))

    def _items(self, items: list[Any]) -> Text:
        if all(each is None for each in items):
            return Text(NOTHING)
        parts = [Text(NOTHING) if each is None else self.value(each) for each in items]
        is_nested = any(isinstance(each, Mapping) for each in items)
        return Text("; " if is_nested else ", ").join(parts)

    def fields(self, item: Mapping[str, Any]) -> Text:
        """Return the fields of an object, those that say nothing left out."""
        parts = [self._field(name, each) for name, each in item.items() if not _is_idle(name, each)]
        return Text(", ").join(parts) if parts else Text(NOTHING)

    def _field(self, name: str, item: Any) -> Text:
        said = self.named(name, item)
        if isinstance(item, list) and any(isinstance(each, Mapping) for each in item):
            said = Text.assemble("(", said, ")")
        is_evident = name == "seat" or (name in EVIDENT and not isinstance(item, int))
        return said if is_evident else Text.assemble(words(name), " ", said)

    def named(self, name: str, item: Any) -> Text:
        """Return the value of a field: a player's name where it is the number of a seat."""
        if name in SEATS and type(item) is int:
            return Text(self.name_at(item))
        return self.value(item)

    def move(self, data: Mapping[str, Any]) -> Text:
        """Return a move as a person would say it: `play card: 7 yellow`."""
        said = Text(words(data["type"]), style="bold")
        details = {name: each for name, each in data.items() if name != "type"}
        if len(details) == 1:
            return Text.assemble(said, ": ", self.value(next(iter(details.values()))))
        return Text.assemble(said, ": ", self.fields(details)) if details else said


def _is_idle(name: str, item: Any) -> bool:
    """Return whether a field says nothing: an empty one, or a count of none."""
    if isinstance(item, bool) or name == "seat":
        return item is None
    return item in (None, [], {}, 0)
