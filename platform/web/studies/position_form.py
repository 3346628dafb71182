"""A position as a form of text: each place is the names of its pieces, in order, with blanks.

`?` is a piece that is dealt, `-` an empty place, and `3*suns` three of a kind; seats count from 1.
What a form leaves empty is not said. The same words stand in the address of a page, so that a
position can be linked to.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.json_types import JsonObject
from games.positions import ANY, Field, Positions
from web.games.narration import GameText, People
from web.messages import localise

NOTHING = "-"
RUN_LEAST = 3
"""As many equal pieces in a row are written with their number."""
COUNT_MAX = 120
TEXT_MAX = 4000
"""Characters of one place."""


class Input(NamedTuple):
    """Something to fill in."""

    name: str
    label: str
    kind: str
    """`number`, `choice` or `pieces`."""
    value: str
    choices: Sequence[tuple[str, str]]
    palette: int
    """Which of the palettes has its pieces; 0 for none."""
    gaps: bool
    low: int
    high: int
    fault: str


class Group(NamedTuple):
    """What belongs to a seat, or to all."""

    title: str
    inputs: Sequence[Input]


class Palette(NamedTuple):
    """The pieces of some places, by name and in words."""

    number: int
    pieces: Sequence[tuple[str, str]]


class PositionForm:
    """The fields of a game's positions, filled in by what somebody has typed."""

    def __init__(
        self,
        game: Positions,
        words: GameText,
        seats: int,
        typed: Mapping[str, str],
        faults: Mapping[str, str],
    ) -> None:
        self._fields = game.FIELDS
        self._words = words
        self._seats = seats
        self._typed = typed
        self._faults = faults
        named = [field.names for field in self._fields if field.kind == "pieces"]
        self._palettes = list(dict.fromkeys(named))

    def groups(self) -> Iterator[Group]:
        """Yield what is on the table, then what each seat has."""
        people = People({})
        yield Group(_("The table"), [self._input(f, f.name) for f in self._fields if not f.each])
        for seat in range(self._seats):
            inputs = [self._input(f, f"{f.name}.{seat}") for f in self._fields if f.each]
            yield Group(people.name(seat), inputs)

    def names(self) -> frozenset[str]:
        """Return the names of all inputs."""
        return frozenset(each.name for group in self.groups() for each in group.inputs)

    def title(self, name: str) -> str:
        """Return what a field is called to a reader; its name where it has no title."""
        head = name.partition(".")[0]
        titles = {field.name: localise(field.title) for field in self._fields}
        return titles.get(head, name)

    def palettes(self) -> Sequence[Palette]:
        """Return the pieces that can be laid, kind by kind."""
        return [
            Palette(number, [(name, self._in_words(name)) for name in names])
            for number, names in enumerate(self._palettes, start=1)
        ]

    def _in_words(self, name: str) -> str:
        for field in PIECES:
            try:
                said = self._words.piece(field, name)
            except KeyError:
                continue
            if said != name:
                return said
        return name.replace("_", " ").replace("-", " ")

    def _input(self, field: Field, name: str) -> Input:
        choices: list[tuple[str, str]] = []
        kind = {"number": "number", "choice": "choice", "seat": "choice"}.get(field.kind, "pieces")
        if field.kind == "seat":
            choices = [(str(s + 1), People({}).name(s)) for s in range(self._seats)]
        elif field.kind == "choice":
            dealt = [(ANY, _("any"))] if field.any else []
            choices = [*dealt, *((each, self._in_words(each)) for each in field.names)]
        return Input(
            name=name,
            label=localise(field.title),
            kind=kind,
            value=self._typed.get(name, ""),
            choices=choices,
            palette=self._palettes.index(field.names) + 1 if field.kind == "pieces" else 0,
            gaps=field.gaps,
            low=field.low,
            high=field.high,
            fault=self._faults.get(name, ""),
        )


PIECES = ("card", "tile", "power", "suit", "tool", "tools", "loot", "fence", "scoundrel", "place")
"""Under which of these fields the words of a game know a piece."""


def read(game: Positions, seats: int, typed: Mapping[str, str]) -> JsonObject:
    """Return the position that was typed; what makes no sense stays as it is, to be refused."""
    position: JsonObject = {}
    for field in game.FIELDS:
        if field.each:
            values = [_value(field, typed.get(f"{field.name}.{s}", "")) for s in range(seats)]
            if any(value is not None for value in values):
                position[field.name] = values
        elif (value := _value(field, typed.get(field.name, ""))) is not None:
            position[field.name] = value
    return position


def write(game: Positions, position: JsonObject) -> dict[str, str]:
    """Return how a position is typed, field by field."""
    typed: dict[str, str] = {}
    for field in game.FIELDS:
        value = position.get(field.name)
        if not field.each:
            typed[field.name] = _text(field, value)
        elif isinstance(value, list):
            for seat, each in enumerate(value):
                typed[f"{field.name}.{seat}"] = _text(field, each)
    return {name: text for name, text in typed.items() if text}


def _value(field: Field, text: str) -> object:
    said = text.strip()[:TEXT_MAX]
    if not said:
        return None
    if field.kind in {"number", "seat"}:
        return _number(said, 1 if field.kind == "seat" else 0)
    if field.kind == "choice":
        return said
    if said == NOTHING and not field.gaps:
        return []
    pieces = [piece for word in said.replace(",", " ").split() for piece in _repeated(word)]
    if field.kind == "pieces":
        return [None if piece == NOTHING else piece for piece in pieces]
    return [None if piece == NOTHING else _number(piece, 1) for piece in pieces]


def _repeated(word: str) -> list[str]:
    count, star, piece = word.partition("*")
    is_count = star and count.isascii() and count.isdigit() and len(count) < 4
    return [piece] * min(int(count), COUNT_MAX) if is_count else [word]


def _number(text: str, first: int) -> object:
    """Return the number that is typed, as programs count; the text where it is none."""
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 7
    return int(text) - first if is_number else text


def _text(field: Field, value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, list):
        is_seat = field.kind == "seat" and isinstance(value, int)
        return str(value + 1) if is_seat and isinstance(value, int) else str(value)
    if not value:
        return NOTHING
    first = 1 if field.kind == "seats" else 0
    words = [
        NOTHING if each is None else str(each + first if isinstance(each, int) else each)
        for each in value
    ]
    return " ".join(_runs(words))


def _runs(words: Sequence[str]) -> Iterator[str]:
    for word, group in groupby(words):
        count = len(list(group))
        yield from [f"{count}*{word}"] if count >= RUN_LEAST else [word] * count
