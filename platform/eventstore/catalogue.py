"""The vocabulary of one kind of stream: each type of event with its struct, schema and upcasts.

A stored row is never rewritten: a body of an older schema is upcast step by step when it is read.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

import msgspec

from eventstore.canonical import encode
from eventstore.errors import StoreError
from eventstore.events import NewEvent

Data = dict[str, object]
Upcast = Callable[[Data], Data]
EventT = TypeVar("EventT", bound=msgspec.Struct)


class UnknownEventTypeError(StoreError):
    """The stream holds an event that no part of this program knows."""


class EventType(Generic[EventT]):
    """One type of event."""

    __slots__ = ("decode", "schema", "struct", "upcasts")

    def __init__(
        self, struct: type[EventT], schema: int = 1, upcasts: Mapping[int, Upcast] | None = None
    ) -> None:
        """Take the struct, the schema that is written today, and upcasts from each one below."""
        self.struct = struct
        self.schema = schema
        self.upcasts = dict(upcasts or {})
        self.decode = msgspec.json.Decoder(struct).decode
        missing = set(range(1, schema)) - set(self.upcasts)
        if missing:
            message = f"no upcast from schema {min(missing)} on, of {schema}"
            raise ValueError(message)

    def upcast(self, schema: int, body: str) -> str:
        """Return a body of a schema in today's form; raises UnknownEventTypeError when newer."""
        if schema > self.schema:
            message = f"schema {schema} is newer than this program, which knows {self.schema}"
            raise UnknownEventTypeError(message)
        data: Data = json.loads(body)
        for step in range(schema, self.schema):
            data = self.upcasts[step](data)
        return encode(data)


class Catalogue(Generic[EventT]):
    """All types of events of one kind of stream."""

    def __init__(self, types: Mapping[str, EventType[EventT] | type[EventT]]) -> None:
        """Take what each type is, or its struct alone where that never had another schema."""
        self._types = {
            name: found if isinstance(found, EventType) else EventType(found)
            for name, found in types.items()
        }
        self._names = {found.struct: name for name, found in self._types.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __contains__(self, event_type: object) -> bool:
        return event_type in self._types

    def name(self, struct: type[EventT]) -> str:
        """Return the type under which events of a struct are stored."""
        return self._names[struct]

    def struct(self, event_type: str) -> type[EventT]:
        """Return the struct of a type."""
        return self._types[event_type].struct

    def encode(self, event: EventT) -> NewEvent:
        """Return an event as it is appended; raises TypeError for a float in it."""
        name = self._names[type(event)]
        return NewEvent(name, encode(msgspec.to_builtins(event)), self._types[name].schema)

    def decode(self, event_type: str, schema: int, body: str) -> EventT:
        """Return a stored event; raises UnknownEventTypeError, which names its type."""
        found = self._types.get(event_type)
        if found is None:
            message = f"unknown kind of event: {event_type}"
            raise UnknownEventTypeError(message)
        return found.decode(body if schema == found.schema else found.upcast(schema, body))
