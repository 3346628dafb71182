"""The kinds of events, their schema versions, and how an old body is lifted to today's form.

A kind is (stream kind, type). A stored row is never rewritten: a body of an older schema is lifted
step by step when it is read.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from eventstore.canonical import encode
from eventstore.errors import StoreError

Data = dict[str, object]
Upcast = Callable[[Data], Data]


class UnknownEventTypeError(StoreError):
    """The stream holds an event that no part of this program knows."""


@dataclass(frozen=True, slots=True)
class EventType:
    """One kind of event."""

    schema: int = 1
    """The schema that is written today."""
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)
    """From schema n to n + 1, for every n below today's."""

    def __post_init__(self) -> None:
        missing = set(range(1, self.schema)) - set(self.upcasts)
        if missing:
            message = f"no upcast from schema {min(missing)} on, of {self.schema}"
            raise ValueError(message)

    def upcast(self, schema: int, body: str) -> str:
        """Return a body of a schema in today's form."""
        if schema == self.schema:
            return body
        if schema > self.schema:
            message = f"schema {schema} is newer than this program, which knows {self.schema}"
            raise UnknownEventTypeError(message)
        data: Data = json.loads(body)
        for step in range(schema, self.schema):
            data = self.upcasts[step](data)
        return encode(data)


class Catalogue:
    """All kinds of one kind of stream, by type."""

    def __init__(self, kinds: Mapping[str, EventType]) -> None:
        self._kinds = dict(kinds)

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def upcast(self, event_type: str, schema: int, body: str) -> str:
        """Return a body in today's form; raises UnknownKindError."""
        kind = self._kinds.get(event_type)
        if kind is None:
            message = f"unknown kind of event: {event_type}"
            raise UnknownEventTypeError(message)
        return kind.upcast(schema, body)
