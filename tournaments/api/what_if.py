"""Try commands on a copy of a tournament, and read what they would come to."""

from collections.abc import Mapping
from typing import ClassVar

from django.urls.resolvers import RoutePattern
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import viewer
from api.command_endpoints import by_path
from api.openapi import documented
from api.problems import Problem
from api.views import View
from games.json_types import JsonObject
from games.messages import Message
from tournaments import selectors
from tournaments.answers import Answered
from tournaments.api.commands import COMMANDS
from tournaments.api.endpoints import (
    ORGANISE,
    REFUSALS,
    TAGS,
    TournamentEndpoint,
    principal,
)
from tournaments.api.requests import Trial, WhatIf
from tournaments.command_handler import Fork
from tournaments.unit_of_work import Principal

PATTERNS = [
    (RoutePattern(address, is_endpoint=True), orders)
    for address, orders in by_path(COMMANDS.values()).items()
]


class WhatIfView(View):
    """What would follow from commands."""

    access: ClassVar[Mapping[str, type[BasePermission]]] = {"POST": ORGANISE}

    @documented(
        "Preview commands.",
        request=WhatIf,
        answers={200: Answered},
        problems=REFUSALS,
        tags=TAGS,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Return the tournament as it would be after commands, without writing anything.

        Each command is applied after those before it. If one would be refused, the whole request is
        refused with the number of that command.
        """
        asked = validation.parse_body(request, WhatIf)
        by = principal(request)
        fork = Fork(slug, by)
        if asked.expected_version is not None:
            fork.require_version(asked.expected_version)
        for number, trial in enumerate(asked.commands, start=1):
            try:
                attempt(fork, trial, by, slug)
            except Problem as problem:
                raise Problem(
                    problem.code,
                    Message(
                        "Command %(number)s, %(at)s: %(detail)s",
                        number=number,
                        at=trial.at,
                        detail=problem.detail,
                    ),
                    params={**problem.params, "command": number},
                    errors=problem.errors,
                ) from problem
        done = fork.outcome(by)
        return Response(selectors.after_command(done, viewer(request)))


def attempt(fork: Fork, trial: Trial, by: Principal, slug: str) -> None:
    """Carry one command out on a fork; raises Problem."""
    order, about = find_command(trial)
    asked = validation.convert(trial.body, order.request, strict=trial.method != "DELETE")
    order.carry_out(asked, by, slug, fork=fork, **about)


def find_command(trial: Trial) -> tuple[TournamentEndpoint, JsonObject]:
    """Return the order at an address, and what the address says; raises not_found."""
    for pattern, orders in PATTERNS:
        match = pattern.match(trial.at)
        order = orders.get(trial.method.lower())
        if match is not None and order is not None:
            return order, match[2]
    raise Problem(
        "not_found",
        Message("There is no command %(method)s %(at)s.", method=trial.method, at=trial.at),
    )
