"""Positions set by hand: a table described field by field, whatever came before it.

A game that offers them has a module `positions` in its folder: FIELDS, `position_of` a state, and
`set_up`, which makes a state of a position. A position is JSON-ready, in the words of the game's
view: seats from 0, pieces by their names in the API. ANY stands for a piece that chance deals;
what is not said at all is as the field's game has it when nothing is asked for.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, cast

import msgspec

from games.chance import Chance
from games.core import AnyRules
from games.errors import RulesError
from games.json_types import JsonMapping, JsonObject
from games.messages import Message, either, with_nearest
from games.parts import part_of

ANY = "?"
"""A piece that is dealt at random from those that lie nowhere else."""

PIECES_MAX = 120
"""In one place."""

Kind = Literal["number", "choice", "seat", "pieces", "seats"]
Piece = str | None
"""A piece's name, ANY, or None where a place is empty."""


class PositionError(RulesError):
    """Refuse a position: each wrong field with what is wrong with it; `hands.1` is seat 1's."""

    def __init__(self, errors: Sequence[tuple[str, Message]]) -> None:
        super().__init__("; ".join(f"{field}: {message}" for field, message in errors))
        self.errors = tuple(errors)


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a position says; its value may always be left out."""

    name: str
    title: Message
    """A few words for who fills it in."""
    kind: Kind
    each: bool = False
    """Whether it is a list with a value for each seat."""
    names: tuple[str, ...] = ()
    """Choices, or the pieces that may lie here, in canonical order."""
    any: bool = False
    """Whether ANY may stand for a piece."""
    gaps: bool = False
    """Whether an entry of a list may be null, for an empty place."""
    low: int = 0
    high: int = 9999

    def fault(self, value: object, seats: int) -> Message | None:
        """Return what is wrong with one value by itself; None stands for nothing said."""
        if value is None:
            return None
        if self.kind in {"pieces", "seats"}:
            return self._list_fault(value, seats)
        if self.kind == "choice":
            return self._name_fault(value)
        if self.kind == "seat":
            return self._seat_fault(value, seats)
        if type(value) is int and self.low <= value <= self.high:
            return None
        return Message(
            "must be a whole number from %(least)s to %(most)s", least=self.low, most=self.high
        )

    def _seat_fault(self, value: object, seats: int) -> Message | None:
        if type(value) is int and 0 <= value < seats:
            return None
        return Message(
            "must be a seat from %(first_seat)s to %(last_seat)s",
            first_seat=0,
            last_seat=seats - 1,
        )

    def _list_fault(self, value: object, seats: int) -> Message | None:
        if not isinstance(value, list) or len(value) > PIECES_MAX:
            return Message("must be a list of at most %(most)s", most=PIECES_MAX)
        for each in value:
            if each is None and self.gaps:
                continue
            if each is None:
                fault: Message | None = Message("an empty place cannot be here")
            elif self.kind == "pieces":
                fault = self._name_fault(each)
            elif type(each) is int and 0 <= each < seats:
                fault = None
            else:
                fault = Message("must be seats of this table")
            if fault is not None:
                return fault
        return None

    def _name_fault(self, value: object) -> Message | None:
        if isinstance(value, str) and (value in self.names or (self.any and value == ANY)):
            return None
        said = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        if len(self.names) > PIECES_SHOWN:
            text = Message("there is no piece %(piece)s", piece=said[:40])
            return with_nearest(text, said[:40], self.names)
        return Message(
            "must be %(choices)s, not %(given)s", choices=either(self.names), given=said[:40]
        )

    def json_schema(self) -> JsonObject:
        """Return the JSON schema of its value."""
        one: JsonObject = {"type": ["integer", "null"]}
        if self.kind == "number":
            one |= {"minimum": self.low, "maximum": self.high}
        elif self.kind in {"choice", "pieces"}:
            one = {"enum": [*self.names, *([ANY] if self.any else []), None]}
        if self.kind in {"pieces", "seats"}:
            one = {"type": ["array", "null"], "items": one, "maxItems": PIECES_MAX}
        schema: JsonObject = {"type": ["array", "null"], "items": one} if self.each else one
        return {**schema, "description": str(self.title)}


def number(
    name: str, title: Message, *, each: bool = False, low: int = 0, high: int = 9999
) -> Field:
    """Return a field of a whole number."""
    return Field(name=name, title=title, kind="number", each=each, low=low, high=high)


def choice(
    name: str, title: Message, names: Sequence[str], *, each: bool = False, any_: bool = False
) -> Field:
    """Return a field of one of some names."""
    return Field(name=name, title=title, kind="choice", names=tuple(names), each=each, any=any_)


def pieces(  # noqa: PLR0913 - What a place may hold.
    name: str,
    title: Message,
    names: Sequence[str],
    *,
    each: bool = False,
    any_: bool = False,
    gaps: bool = False,
) -> Field:
    """Return a field of the pieces at a place, in their order there."""
    return Field(
        name=name, title=title, kind="pieces", names=tuple(names), each=each, any=any_, gaps=gaps
    )


def one_seat(name: str, title: Message) -> Field:
    """Return a field of a seat."""
    return Field(name=name, title=title, kind="seat")


def some_seats(name: str, title: Message, *, gaps: bool = False) -> Field:
    """Return a field of several seats in an order."""
    return Field(name=name, title=title, kind="seats", gaps=gaps)


UNKNOWN_SHOWN = 20
"""More unknown fields than that are not looked at."""
PIECES_SHOWN = 12
"""More names than that are not listed in a refusal."""

Values = Mapping[str, object]
"""By the name of a field; of those for each seat a list with as many values as seats."""


class Positions(Protocol):
    """What a game's module `positions` has."""

    FIELDS: Sequence[Field]

    def position_of(self, state: object) -> JsonObject:
        """Return the position of a state in which somebody has to act, whole: without ANY."""

    def set_up(self, rules: AnyRules, state: object, said: "Said", chance: Chance) -> object:
        """Make a state of a new one and a position; raise PositionError.

        A whole position is set up as it is, without a draw.
        """


def offered(game: str) -> Positions | None:
    """Return what a game knows of positions; None where it offers none."""
    return cast("Positions | None", part_of(game, "positions"))


class Table(msgspec.Struct, frozen=True):
    """What is played at: rules, and the table as `Rules.new_state` is asked for it."""

    rules: AnyRules
    seats: int
    options: Mapping[str, object]
    dataset: str


def set_up(table: Table, position: JsonMapping, chance: Chance) -> object:
    """Return the state of a position at a table, where somebody has to act.

    Raise PositionError for what cannot be, or where the game offers no positions.
    """
    game = offered(table.rules.game)
    if game is None:
        message = Message("%(game)s cannot be set up by hand", game=table.rules.title)
        raise PositionError([("game", message)])
    said = read(game.FIELDS, table.seats, position)
    state = table.rules.new_state(table.seats, table.options, table.dataset)
    made = game.set_up(table.rules, state, said, chance)
    if not table.rules.to_act(made):
        raise PositionError([("phase", Message("the game is over in this position"))])
    return made


def position_of(rules: AnyRules, state: object) -> JsonObject:
    """Return the position of a state in which somebody has to act; the game must offer them."""
    game = offered(rules.game)
    assert game is not None  # noqa: S101 - Asked for by `offered` before.
    return game.position_of(state)


def schema(fields: Sequence[Field]) -> JsonObject:
    """Return the JSON schema of a position."""
    return {
        "type": "object",
        "properties": {field.name: field.json_schema() for field in fields},
        "additionalProperties": False,
    }


def read(fields: Sequence[Field], seats: int, position: JsonMapping) -> "Said":
    """Return what a position says, each value right by itself; raise PositionError."""
    known = {field.name: field for field in fields}
    errors: list[tuple[str, Message]] = []
    unknown = 0
    for name, value in position.items():
        field = known.get(name)
        if field is None:
            unknown += 1
            text = Message("unknown field")
            if unknown == 1:
                text = Message("unknown field; the fields are: %(fields)s", fields=list(known))
            errors.append((name, with_nearest(text, name, known)))
            if unknown == UNKNOWN_SHOWN:
                break
        elif not field.each:
            errors += _found(name, field.fault(value, seats))
        elif value is not None and not (isinstance(value, list) and len(value) == seats):
            errors.append((name, Message("must be a list with a value for each seat")))
        else:
            for at, each in enumerate(value or ()):
                errors += _found(f"{name}.{at}", field.fault(each, seats))
    if errors:
        raise PositionError(errors)
    return Said(seats, position)


def _found(name: str, fault: Message | None) -> list[tuple[str, Message]]:
    return [] if fault is None else [(name, fault)]


class Said:
    """What a position says, value by value, and what is found wrong with it on the way."""

    def __init__(self, seats: int, position: JsonMapping) -> None:
        self.seats = seats
        self._values = position
        self.errors: list[tuple[str, Message]] = []

    def wrong(self, field: str, text: Message) -> None:
        """Note what is wrong with a field."""
        self.errors.append((field, text))

    def check(self) -> None:
        """Raise PositionError where anything was wrong."""
        if self.errors:
            raise PositionError(self.errors)

    def number(self, name: str, usual: int) -> int:
        """Return a number, or a seat."""
        value = self._values.get(name)
        return usual if value is None else cast("int", value)

    def choice(self, name: str, usual: str) -> str:
        """Return a choice."""
        value = self._values.get(name)
        return usual if value is None else cast("str", value)

    def numbers(self, name: str, usual: int) -> list[int]:
        """Return a number of each seat."""
        every = cast("Sequence[int | None]", self._values.get(name) or [None] * self.seats)
        return [usual if value is None else value for value in every]

    def each(self, name: str) -> list[Piece]:
        """Return a piece, or a choice, of each seat; None where none is said."""
        return list(cast("Sequence[Piece]", self._values.get(name) or [None] * self.seats))

    def pieces(self, name: str) -> list[Piece] | None:
        """Return the pieces at a place; None where nothing is said."""
        value = self._values.get(name)
        return None if value is None else list(cast("Sequence[Piece]", value))

    def pieces_each(self, name: str) -> list[list[Piece] | None]:
        """Return the pieces of each seat; None where nothing is said."""
        every = cast("Sequence[list[Piece] | None]", self._values.get(name) or [None] * self.seats)
        return [None if value is None else list(value) for value in every]

    def seat_list(self, name: str) -> list[int | None] | None:
        """Return the seats in a list, None for an empty place; None where nothing is said."""
        value = self._values.get(name)
        return None if value is None else list(cast("Sequence[int | None]", value))


class Stock:
    """All pieces of a kind: those named in a position are taken out, the rest is dealt."""

    def __init__(self, said: Said, names: Iterable[str]) -> None:
        self._said = said
        self._left = Counter(names)
        self._chance: tuple[Chance, str] | None = None
        self._rest: list[str] | None = None

    def take(self, field: str, pieces: Iterable[Piece]) -> None:
        """Take the named pieces of a place out, and note each that is not there."""
        for piece in pieces:
            if piece is None or piece == ANY:
                continue
            if self._left[piece]:
                self._left[piece] -= 1
            else:
                text = Message(
                    "%(piece)s is not available: it is set twice, or is not in this game",
                    piece=piece,
                )
                self._said.wrong(field, text)

    def close(self, chance: Chance, label: str) -> None:
        """Say that everything named is taken, and how the rest is drawn; raise PositionError."""
        self._said.check()
        self._chance = chance, label

    def rest(self) -> list[str]:
        """Return what lies nowhere else, in drawn order; without a draw if there is no choice."""
        assert self._chance is not None  # noqa: S101 - It was closed.
        if self._rest is None:
            chance, label = self._chance
            rest = sorted(self._left.elements())
            self._rest = chance.shuffle(label, rest) if len(rest) > 1 else rest
        return self._rest

    def deal(
        self, field: str, pieces: Sequence[Piece], fits: Callable[[str], bool] | None = None
    ) -> list[str]:
        """Return the pieces of a place with those that were left to chance; gaps stay out."""
        return [piece for piece in self.deal_all(field, pieces, fits) if piece is not None]

    def deal_all(
        self, field: str, pieces: Sequence[Piece], fits: Callable[[str], bool] | None = None
    ) -> list[Piece]:
        """Return the same with the gaps, None."""
        return [self._next(field, fits) if piece == ANY else piece for piece in pieces]

    def _next(self, field: str, fits: Callable[[str], bool] | None) -> str:
        rest = self.rest()
        for at in range(len(rest) - 1, -1, -1):
            if fits is None or fits(rest[at]):
                return rest.pop(at)
        text = Message("there are not enough pieces left to deal")
        raise PositionError([(field, text)])
