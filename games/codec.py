"""Events and moves to and from JSON: small integers inside, names at the boundary.

A record is a `msgspec.Struct`. A field that names material is annotated with its `NameTable`, alone
or inside a tuple, and holds an index; in JSON it is the name:

    CARDS = NameTable(f"{colour}-{number}" for colour in COLOURS for number in range(15))
    Card = Annotated[int, CARDS]

    class CardPlayed(Event, frozen=True):
        seat: Seat
        card: Card

Fields are bool, int, str, a NameTable, other structs, tuples of any length of these, or these or
None. What is no plain name in JSON is annotated with a `NumberCodec` of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from games.errors import WireError
from games.json_types import JsonMapping, JsonObject

RecordT = TypeVar("RecordT", bound=msgspec.Struct)

Convert = Callable[[Any], Any]
Upcast = Callable[[JsonObject], JsonObject]
"""From the data of one schema of an event kind to the data of the next."""

_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class _Index(dict[str, int]):
    """Indices by name, that refuse an unknown name with a WireError."""

    __slots__ = ()

    def __missing__(self, name: str) -> int:
        first, *_, last = self
        message = f"{name[:40]!r} is not one of the names from {first} to {last}"
        raise WireError(message)


class NameTable:
    """Names of some material in canonical order; a piece's index is what the engine keeps."""

    __slots__ = ("index", "names")

    index: Callable[[str], int]
    """Return the piece of that name; raise WireError for an unknown one."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.index = _Index((name, index) for index, name in enumerate(self.names)).__getitem__

    def json_schema(self) -> JsonObject:
        """Return the JSON schema of a name."""
        return {"type": "string", "enum": list(self.names)}


class NumberCodec(ABC):
    """Whole numbers inside that are told in JSON by more than a name."""

    wire_type: object
    """What the JSON value is read as, by msgspec."""

    @abstractmethod
    def to_wire(self, code: int) -> object:
        """Return the JSON-ready value."""

    @abstractmethod
    def from_wire(self, value: Any) -> int:
        """Return the number that a value of `wire_type` tells; raise WireError for none."""

    @abstractmethod
    def json_schema(self) -> JsonObject:
        """Return the JSON schema of a value."""


class _Form:
    """How one annotated type looks in JSON; a conversion is None where nothing changes."""

    __slots__ = ("from_wire", "schema", "to_wire", "wire_type")

    def __init__(
        self,
        wire_type: Any,
        schema: JsonObject,
        to_wire: Convert | None = None,
        from_wire: Convert | None = None,
    ) -> None:
        self.wire_type = wire_type
        self.schema = schema
        self.to_wire = to_wire
        self.from_wire = from_wire


def _form(hint: object) -> _Form:
    """Return the form of a field annotated so; raise TypeError for what no record may hold."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated_form(arguments)
    if origin is tuple:
        return _tuple_form(arguments)
    if origin in (Union, UnionType):
        return _optional_form(arguments)
    if hint in (bool, int, str):
        return _Form(hint, msgspec.json.schema(hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        plan = _Plan(hint.__name__, hint)
        return _Form(plan.wire, plan.json_schema(), plan.data, plan.record)
    if supertype := getattr(hint, "__supertype__", None):
        return _form(supertype)
    message = (
        f"a record's field cannot be {hint!r}: use bool, int, str, Names, Struct, tuples, | None"
    )
    raise TypeError(message)


def _annotated_form(arguments: tuple[object, ...]) -> _Form:
    extra = next(
        (extra for extra in arguments[1:] if isinstance(extra, NameTable | NumberCodec)), None
    )
    if extra is None:
        return _form(arguments[0])
    if isinstance(extra, NumberCodec):
        return _Form(extra.wire_type, extra.json_schema(), extra.to_wire, extra.from_wire)
    return _Form(str, extra.json_schema(), extra.names.__getitem__, extra.index)


def _tuple_form(arguments: tuple[object, ...]) -> _Form:
    if len(arguments) != 2 or arguments[1] is not ...:
        message = f"a record's tuple must be of one type and any length, not of {arguments!r}"
        raise TypeError(message)
    inner = _form(arguments[0])
    schema = {"type": "array", "items": inner.schema}
    to_item, from_item = inner.to_wire, inner.from_wire
    wire_type = tuple[inner.wire_type, ...]  # type: ignore[name-defined]  # Built at run time.
    return _Form(
        wire_type,
        schema,
        list if to_item is None else lambda items: [to_item(item) for item in items],
        None if from_item is None else lambda items: tuple([from_item(item) for item in items]),
    )


def _optional_form(arguments: tuple[object, ...]) -> _Form:
    present = [argument for argument in arguments if argument is not type(None)]
    if len(present) != 1 or len(arguments) != 2:
        message = f"a record's union must be of one type and None, not of {arguments!r}"
        raise TypeError(message)
    inner = _form(present[0])
    to_wire, from_wire = inner.to_wire, inner.from_wire
    return _Form(
        inner.wire_type | None,
        {"anyOf": [inner.schema, {"type": "null"}]},
        None if to_wire is None else lambda value: None if value is None else to_wire(value),
        None if from_wire is None else lambda value: None if value is None else from_wire(value),
    )


class _Plan(Generic[RecordT]):
    """How records of one type are read and written."""

    __slots__ = ("forms", "name", "read", "record", "to_wire", "wire")

    def __init__(self, name: str, record_type: type[RecordT]) -> None:
        hints = get_type_hints(record_type, include_extras=True)
        self.name = name
        self.forms = {field: _form(hints[field]) for field in record_type.__struct_fields__}
        self.wire = msgspec.defstruct(
            name,
            [(field, form.wire_type) for field, form in self.forms.items()],
            forbid_unknown_fields=True,
        )
        self.to_wire = [
            (field, form.to_wire) for field, form in self.forms.items() if form.to_wire is not None
        ]
        self.record = self._recorder(record_type)
        self.read = self._reader()

    def _recorder(self, record_type: type[RecordT]) -> Callable[[msgspec.Struct], RecordT]:
        """Return what makes a record of a decoded wire struct."""
        converted = [
            (position, form.from_wire)
            for position, form in enumerate(self.forms.values())
            if form.from_wire is not None
        ]

        def record(wire: msgspec.Struct) -> RecordT:
            values = list(msgspec.structs.astuple(wire))
            for position, from_wire in converted:
                values[position] = from_wire(values[position])
            return record_type(*values)

        return record

    def _reader(self) -> Callable[[bytes | str], RecordT]:
        """Return what makes a record of a stored body: a replay does little else."""
        decode, record = msgspec.json.Decoder(self.wire).decode, self.record
        return lambda body: record(decode(body))

    def data(self, record: RecordT) -> JsonObject:
        """Return the record's fields as JSON-ready values."""
        data: JsonObject = msgspec.structs.asdict(record)
        for field, to_wire in self.to_wire:
            data[field] = to_wire(data[field])
        return data

    def json_schema(self) -> JsonObject:
        """Return the JSON schema of the data."""
        return {
            "type": "object",
            "properties": {field: form.schema for field, form in self.forms.items()},
            "required": list(self.forms),
            "additionalProperties": False,
        }


class Codec(Generic[RecordT]):
    """Records of named types to and from JSON.

    `upcasts` lead from (name, schema) to the data of schema + 1; a type's own schema is its
    class attribute `schema`, 1 where it has none.
    """

    def __init__(
        self,
        types: Mapping[str, type[RecordT]],
        upcasts: Mapping[tuple[str, int], Upcast] | None = None,
    ) -> None:
        self._plans: dict[str, _Plan[RecordT]] = {
            name: _Plan(name, record_type) for name, record_type in types.items()
        }
        self._by_type = {types[name]: plan for name, plan in self._plans.items()}
        self._schemas = {name: int(getattr(kind, "schema", 1)) for name, kind in types.items()}
        self._upcasts = dict(upcasts or {})

    def name(self, record: RecordT) -> str:
        """Return the stable name of the record's type."""
        return self._by_type[type(record)].name

    def data(self, record: RecordT) -> JsonObject:
        """Return the record's data, JSON-ready, names for indices."""
        return self._by_type[type(record)].data(record)

    def body(self, record: RecordT) -> str:
        """Return the record's data as canonical JSON: sorted keys, no spaces, whole numbers."""
        return _encode_sorted(self._by_type[type(record)].data(record)).decode()

    def decode(self, name: str, body: bytes | str, schema: int | None = None) -> RecordT:
        """Return the record of a stored body, upcast where it was stored under an older schema.

        Raise WireError for an unknown name, wrong JSON or wrong data.
        """
        plan = self._plans.get(name) or self._plan(name)
        if schema is not None and schema != self._schemas[name]:
            return self.parse(name, self._upcast(name, _decode_object(body), schema))
        try:
            return plan.read(body)
        except msgspec.MsgspecError as error:
            message = f"{name}: {error}"
            raise WireError(message) from error

    def parse(self, name: str, data: JsonMapping) -> RecordT:
        """Return the record of that data; raise WireError for anything missing, extra or wrong."""
        plan = self._plan(name)
        try:
            return plan.record(msgspec.convert(data, plan.wire))
        except msgspec.ValidationError as error:
            message = f"{name}: {error}"
            raise WireError(message) from error

    def json_schema(self, name: str) -> JsonObject:
        """Return the JSON schema of that type's data."""
        return self._plan(name).json_schema()

    def tagged_schema(self) -> JsonObject:
        """Return the JSON schema of any of the types' data with its name in a field `type`."""
        schemas = []
        for name, plan in self._plans.items():
            schema = plan.json_schema()
            schema["properties"] = {"type": {"const": name}, **schema["properties"]}
            schema["required"] = ["type", *schema["required"]]
            schemas.append(schema)
        return {"oneOf": schemas}

    def _plan(self, name: str) -> _Plan[RecordT]:
        try:
            return self._plans[name]
        except KeyError:
            message = f"{name!r} is none of {', '.join(self._plans)}"
            raise WireError(message) from None

    def _upcast(self, name: str, data: JsonObject, schema: int) -> JsonObject:
        steps = [(name, step) for step in range(schema, self._schemas[name])]
        if not steps or any(step not in self._upcasts for step in steps):
            message = f"{name}: nothing leads from schema {schema} to {self._schemas[name]}"
            raise WireError(message)
        for step in steps:
            data = self._upcasts[step](data)
        return data


def _decode_object(body: bytes | str) -> JsonObject:
    try:
        return msgspec.json.decode(body, type=JsonObject)
    except msgspec.MsgspecError as error:
        raise WireError(str(error)) from error
