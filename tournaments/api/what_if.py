"""Try commands on a copy of a tournament, and read what they would come to."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls.resolvers import RoutePattern
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import shapes
from accounts.api import View
from accounts.openapi import documented
from accounts.problems import Problem
from tournaments import selectors
from tournaments.api.answers import Answered
from tournaments.api.commands import ORDERS
from tournaments.api.orders import ORGANISE, REFUSALS, TAGS, Order, viewer, who
from tournaments.api.requests import Trial, WhatIf
from tournaments.door import Fork, Who

PATTERNS = [(RoutePattern(address, is_endpoint=True), orders) for address, orders in ORDERS.items()]


class WhatIfView(View):
    """What would follow from commands."""

    access: ClassVar[Mapping[str, type[BasePermission]]] = {"POST": ORGANISE}

    @documented(
        "Try commands without giving them.",
        request=WhatIf,
        answers={200: Answered},
        problems=REFUSALS,
        tags=TAGS,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Answer the tournament as it would be, and all that changes; nothing is written.

        Each command follows on those before it. One that would be refused is refused here, by its
        number, and then so is the whole.
        """
        asked = shapes.body(request, WhatIf)
        by = who(request)
        fork = Fork(slug, by)
        if asked.expected_version is not None:
            fork.must_be_at(asked.expected_version)
        for number, trial in enumerate(asked.commands, start=1):
            try:
                attempt(fork, trial, by, slug)
            except Problem as problem:
                raise Problem(
                    problem.code,
                    f"Command {number}, {trial.at}: {problem.detail}",
                    params={**problem.params, "command": number},
                    errors=problem.errors,
                ) from problem
        done = fork.told(by, "")
        page = selectors.page(done.state, viewer(request))
        return Response({**page, "consequences": done.consequences})


def attempt(fork: Fork, trial: Trial, by: Who, slug: str) -> None:
    """Carry one command out on a fork; raises Problem."""
    order, about = found(trial)
    asked: Any = shapes.fit(trial.body, order.asked, strict=trial.method != "DELETE")
    order.carry_out(asked, by, slug, fork=fork, **about)


def found(trial: Trial) -> tuple[Order, dict[str, Any]]:
    """Return the order at an address, and what the address says; raises not_found."""
    for pattern, orders in PATTERNS:
        match = pattern.match(trial.at)
        order = orders.get(trial.method.lower())
        if match is not None and order is not None:
            return order, match[2]
    raise Problem("not_found", f"There is no command {trial.method} {trial.at}.")
