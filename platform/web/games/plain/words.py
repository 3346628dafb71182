"""Words for a game that brings none of its own: the API's names, read as words, in English.

Who adds a game can play it on the pages at once; its own words and their translations come later.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from web.games.narration import Data, GameText, People, join_words

SEATS = frozenset({"active", "leader", "prince", "rival", "seat", "starter", "winner"})
"""Fields whose numbers are those of seats."""


def words(name: str) -> str:
    """Return a name of the API as words."""
    return name.replace("_", " ")


def value(item: object, people: People) -> str:
    """Return any value of a view, a move or an event in words."""
    if item is None:
        return _("nothing, or hidden")
    if isinstance(item, bool):
        return _("yes") if item else _("no")
    if isinstance(item, Mapping):
        return fields(item, people)
    if isinstance(item, list):
        return join_words([value(each, people) for each in item])
    return words(str(item))


def fields(item: Data, people: People) -> str:
    """Return the fields of an object in a line, each with its name."""
    return ", ".join(f"{words(name)} {named(name, each, people)}" for name, each in item.items())


def named(name: str, item: object, people: People) -> str:
    """Return the value of a field: a player's name where it is the number of a seat."""
    if name in SEATS and type(item) is int:
        return people.name(item)
    return value(item, people)


class Plain(GameText):
    """Events and moves as the API has them."""

    def __init__(self) -> None:
        super().__init__(sentences={}, readers={}, moves={}, prompts={})

    def describe_event(self, kind: str, data: Data, people: People) -> str:
        """Return an event's name, who it is about, and what else it says."""
        return _sentence(kind, data, people)

    def describe_move(self, move: Data, people: People) -> str:
        """Return a move's name and its fields."""
        return _sentence(
            move["type"], {name: move[name] for name in move if name != "type"}, people
        )

    def prompt(self, kinds: Sequence[str]) -> str:  # noqa: ARG002 - There is but one.
        """Return the one prompt that fits any game."""
        return _("Make a move.")


def _sentence(kind: str, data: Data, people: People) -> str:
    said = words(kind).capitalize()
    if len(data) == 1:
        [(name, item)] = data.items()
        return f"{said}: {named(name, item, people)}"
    return f"{said}: {fields(data, people)}" if data else said


PLAIN = Plain()


def language(dataset: str) -> GameText:  # noqa: ARG001 - Every game is asked so.
    """Return the words that fit any game."""
    return PLAIN
