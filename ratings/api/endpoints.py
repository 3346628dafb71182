"""The addresses of the commands in `ratings.api.commands`."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import documented
from api.views import View
from ratings.api.asking import ADMINS, REFUSED, TAGS, ladder, order
from ratings.api.commands import COMMANDS, CommandEndpoint
from ratings.services import corrections


def post(command: CommandEndpoint) -> Callable[..., Response]:
    """Return the method by which a view takes a command."""

    def act(_view: View, request: Request, **address: Any) -> Response:
        asked = validation.parse_body(request, command.request)
        given = order(request, asked.reason, asked.expected_version)
        return Response(command.handle(asked, given, **subject(**address)))

    act.__doc__ = command.help
    describe = documented(
        command.summary,
        request=command.request,
        query=DryRun,
        answers={200: command.answer},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    return describe(idempotent(act))


def subject(*, slug: str | None = None, match_id: UUID | None = None) -> Mapping[str, UUID]:
    """Return the ladder, and the match if there is one, that an address names."""
    if slug is not None:
        return {"ladder_id": ladder(slug)}
    assert match_id is not None  # noqa: S101 - An address names one or the other.
    return {"ladder_id": corrections.ladder_of_match(match_id), "match_id": match_id}


def view(command: CommandEndpoint) -> type[View]:
    """Return the view that takes nothing but a command."""
    return type("CommandView", (View,), {"access": ADMINS, "post": post(command)})


urlpatterns = [
    path(command.path, view(command).as_view())
    for command in COMMANDS.values()
    if command.name != "season"  # Closed seasons are listed at the same address.
]
