"""Options of a game: what a match may choose when it is opened."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.json_types import JsonObject, quote_json
from games.messages import Message, either, with_nearest

Value = bool | int | str


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One choice that stands for the whole match.

    A value is one of `choices`, or a whole number from `low` to `high` where those are given.
    """

    name: str
    title: str
    """A sentence for the person who opens the match."""
    choices: tuple[Value, ...] = ()
    labels: tuple[str, ...] = ()
    """A few words for each of `choices`, in their order, where the values do not say enough."""
    low: int | None = None
    high: int | None = None
    by_seats: Mapping[int, tuple[Value, ...]] = msgspec.field(default_factory=dict)
    """The choices at those numbers of seats that differ from `choices`."""

    @property
    def default(self) -> Value:
        """Return the first choice, which holds when nothing is asked for."""
        return self.choices[0]

    def label(self, value: Value) -> str:
        """Return a few English words for a value; empty where yes, no or a number says it all."""
        for choice, label in zip(self.choices, self.labels, strict=False):
            if type(value) is type(choice) and value == choice:
                return label
        return value.replace("_", " ") if isinstance(value, str) else ""

    def choices_at(self, seats: int) -> tuple[Value, ...]:
        """Return the choices at a table of that many seats, the default first."""
        return self.by_seats.get(seats, self.choices)

    def allows(self, value: object, seats: int) -> bool:
        """Tell whether the value may stand at a table of that many seats.

        Types count: `true` is no 1 and 1 is no `true`.
        """
        if any(
            type(value) is type(choice) and value == choice for choice in self.choices_at(seats)
        ):
            return True
        return self._is_in_range(value)

    def _is_in_range(self, value: object) -> bool:
        if self.low is None or self.high is None or type(value) is not int:
            return False
        return self.low <= value <= self.high

    def wanted(self, seats: int) -> Message:
        """Return what a value must be, for an error text."""
        wanted: list[str] = [
            msgspec.json.encode(each).decode()
            for each in self.choices_at(seats)
            if not self._is_in_range(each)
        ]
        if self.low is not None:
            wanted.append(
                Message("a whole number from %(least)s to %(most)s", least=self.low, most=self.high)
            )
        return either(wanted)

    def json_schema(self) -> JsonObject:
        """Return the JSON schema of a value at any number of seats."""
        every = [*self.choices, *(value for some in self.by_seats.values() for value in some)]
        choices: JsonObject = {"enum": list(dict.fromkeys(every))}
        about = {"description": self.title, "default": self.default}
        if self.low is None:
            return choices | about
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"anyOf": [choices, number]} | about


def wrong(
    options: Sequence[Option], given: Mapping[str, object], seats: int, game: str
) -> Iterator[tuple[str, Message]]:
    """Yield each name of what is given that is no option or has no such value, and why."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            text = Message(
                "is not an option of %(game)s; its options are: %(options)s",
                game=game,
                options=list(known) or Message("none"),
            )
            yield name, with_nearest(text, name, known)
        elif not known[name].allows(value, seats):
            yield (
                name,
                Message(
                    "must be %(choices)s, not %(given)s",
                    choices=known[name].wanted(seats),
                    given=quote_json(value),
                ),
            )


def completed(
    options: Sequence[Option], given: Mapping[str, object], seats: int
) -> dict[str, object]:
    """Return a value for every option, by name: what is given, else the default."""
    ordered = sorted(options, key=lambda option: option.name)
    return {each.name: given.get(each.name, each.choices_at(seats)[0]) for each in ordered}


def json_schema(options: Sequence[Option]) -> JsonObject:
    """Return the JSON schema of an object that chooses some of the options."""
    return {
        "type": "object",
        "properties": {option.name: option.json_schema() for option in options},
        "additionalProperties": False,
    }
