"""How cards, moves and events read in a terminal. Pure.

It works on what any game sends: seats get their players' names, and everything else its own words.
What a game of ours calls its pieces, and which of its fields are seats or need no label, is
`terminal` in its folder: `piece`, `SEATS` and `EVIDENT`, each of them if it has any.
"""

import re
from collections.abc import Callable, Mapping

from rich.text import Text

from games.json_types import JsonMapping
from games.parts import part_of

Piece = Callable[[str], tuple[str, str] | None]
"""Returns the words and the style of a piece by its name in the API."""

EVIDENT = frozenset({"card", "cards", "loot", "name", "type"})
"""Fields whose values need no label."""
SEATS = frozenset({"active", "leader", "seat", "starter"})
"""Fields whose numbers are those of seats."""
HIDDEN = "?"
NOTHING = "-"


def words(name: str) -> str:
    """Return a name of the API as words."""
    return name.replace("_", " ")


class Wording:
    """How things read at one table: its game, and who sits there."""

    def __init__(self, game: str, names: Mapping[int, str]) -> None:
        self._names = names
        own = part_of(game, "terminal")
        self._piece: Piece | None = getattr(own, "piece", None)
        self._seats = SEATS.union(getattr(own, "SEATS", ()))
        self._evident = EVIDENT.union(getattr(own, "EVIDENT", ()))

    def name_at(self, seat: int) -> str:
        """Return who sits on a seat."""
        return self._names.get(seat, f"seat {seat}")

    def card(self, code: str) -> Text:
        """Return the name of a card or another piece; other texts as they are."""
        if self._piece and (found := self._piece(code)):
            return Text(*found)
        return Text(words(code) if re.fullmatch(r"[a-z_]+", code) else code)

    def value(self, item: object) -> Text:
        """Return any value of a view, a move or an event as one line."""
        if item is None:
            return Text(HIDDEN, style="dim")
        if isinstance(item, bool):
            return Text("yes" if item else "no")
        if isinstance(item, str):
            return self.card(item)
        if isinstance(item, Mapping):
            return self.fields(item)
        if isinstance(item, list):
            return self._items(item)
        return Text(str(item))

    def _items(self, items: list[object]) -> Text:
        if all(each is None for each in items):
            return Text(NOTHING)
        parts = [Text(NOTHING) if each is None else self.value(each) for each in items]
        is_nested = any(isinstance(each, Mapping) for each in items)
        return Text("; " if is_nested else ", ").join(parts)

    def fields(self, item: Mapping[str, object]) -> Text:
        """Return the fields of an object, those that say nothing left out."""
        parts = [
            self._field(name, each) for name, each in item.items() if not self._is_idle(name, each)
        ]
        return Text(", ").join(parts) if parts else Text(NOTHING)

    def _field(self, name: str, item: object) -> Text:
        said = self.named(name, item)
        if isinstance(item, list) and any(isinstance(each, Mapping) for each in item):
            said = Text.assemble("(", said, ")")
        is_evident = name == "seat" or (name in self._evident and not isinstance(item, int))
        return said if is_evident else Text.assemble(words(name), " ", said)

    def named(self, name: str, item: object) -> Text:
        """Return the value of a field: a player's name where it is the number of a seat."""
        if name in self._seats and type(item) is int:
            return Text(self.name_at(item))
        return self.value(item)

    def move(self, data: JsonMapping) -> Text:
        """Return a move as a person would say it: `play card: 7 yellow`."""
        said = Text(words(data["type"]), style="bold")
        details = {name: each for name, each in data.items() if name != "type"}
        if len(details) == 1:
            return Text.assemble(said, ": ", self.named(*next(iter(details.items()))))
        return Text.assemble(said, ": ", self.fields(details)) if details else said

    def _is_idle(self, name: str, item: object) -> bool:
        """Return whether a field says nothing: an empty one, or a count of none."""
        if isinstance(item, bool) or name in self._seats:
            return item is None
        return item in (None, [], {}, 0)
