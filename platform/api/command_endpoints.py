"""Commands as views: from one declaration come the address, the description and the method.

An app has a table of its commands, each an instance of its own subclass, which says how a command
is carried out and answered, and who may send one.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from django.urls import URLPattern, path
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import documented
from api.views import TokenOptional, View

BodyT = TypeVar("BodyT", bound=msgspec.Struct)
EndpointT = TypeVar("EndpointT", bound="CommandEndpoint[Any]")


@dataclass(frozen=True, kw_only=True)
class CommandEndpoint(ABC, Generic[BodyT]):
    """A command: how it is asked for, and what carries it out."""

    tags: ClassVar[Sequence[str]]
    """Under which the API's description has the app's commands."""
    query: ClassVar[type[msgspec.Struct] | None] = DryRun
    """The query parameters of what is sent with a body."""
    has_stored_answers: ClassVar[bool] = True
    """Whether answers are stored under their keys; not where the stream itself has the keys."""

    id: str
    path: str
    """Below the address of the app's commands."""
    service: Callable[..., object]
    request: type[BodyT]
    """The body, or with DELETE the query."""
    summary: str
    help: str
    method: str = "post"
    answer: type[msgspec.Struct] | None
    """None where there is nothing to say."""
    status: int = 200
    problems: Sequence[str] = ()

    @property
    @abstractmethod
    def access(self) -> type[BasePermission]:
        """What a request must satisfy before it is read."""

    @abstractmethod
    def respond(self, request: Request, asked: BodyT, **address: Any) -> Response:
        """Carry the command out, and answer; raises Problem."""

    def as_method(self) -> Callable[..., Response]:
        """Return the method by which a view takes the command."""
        in_query = self.method == "delete"
        parse = validation.parse_query if in_query else validation.parse_body

        def act(_view: View, request: Request, **address: object) -> Response:
            return self.respond(request, parse(request, self.request), **address)

        act.__doc__ = self.help
        describe = documented(
            self.summary,
            request=None if in_query else self.request,
            query=self.request if in_query else self.query,
            answers={self.status: self.answer},
            problems=self.problems,
            key="accepted" if self.method == "post" else None,
            tags=self.tags,
        )
        is_stored = self.has_stored_answers and self.method == "post"
        return describe(idempotent(act) if is_stored else act)


def view(commands: Iterable[CommandEndpoint[Any]]) -> type[View]:
    """Return the view that takes commands, each by its method."""
    methods = {each.method: each.as_method() for each in commands}
    access = {"GET": TokenOptional} | {each.method.upper(): each.access for each in commands}
    (app,) = {type(each).__module__ for each in commands}
    return type("CommandView", (View,), {"access": access, "schemas_of": app, **methods})


def by_path(commands: Iterable[EndpointT]) -> Mapping[str, Mapping[str, EndpointT]]:
    """Return commands by their path and method."""
    found: dict[str, dict[str, EndpointT]] = {}
    for each in commands:
        found.setdefault(each.path, {})[each.method] = each
    return found


def addresses(commands: Iterable[CommandEndpoint[Any]], below: str = "") -> Iterator[URLPattern]:
    """Yield the addresses of commands, below that of their app."""
    for at, by_method in by_path(commands).items():
        yield path(below + at, view(by_method.values()).as_view())
