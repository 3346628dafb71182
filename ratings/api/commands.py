"""What admins order of a ladder: what each command is asked, and which service carries it out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import documented
from api.views import View
from ratings.api.answers import Consequences, Imported
from ratings.api.asking import ADMINS, REFUSED, TAGS, ladder, order
from ratings.api.requests import Adjust, Annul, Correct, Import, Merge, NewSeason, Pause
from ratings.services import corrections, importing, managing

COMMON = frozenset({"reason", "expected_version"})
"""What every command says; the rest is its service's."""


def of_ladder(slug: str) -> Mapping[str, UUID]:
    """Return what a service takes from the address of a ladder."""
    return {"ladder_id": ladder(slug)}


def of_match(match_id: UUID) -> Mapping[str, UUID]:
    """Return what a service takes from the address of a rated match."""
    return {"ladder_id": corrections.ladder_of_match(match_id), "match_id": match_id}


@dataclass(frozen=True)
class CommandEndpoint:
    """A command, which every caller may also try with `dry_run`."""

    summary: str
    text: str
    asked: type[msgspec.Struct]
    service: Callable[..., Any]
    address: Callable[..., Mapping[str, UUID]] = of_ladder
    answer: type[msgspec.Struct] = Consequences
    names: Mapping[str, str] = field(default_factory=dict)
    """What the service calls a field, where it has another name for it."""

    def carry_out(self, request: Request, **address: Any) -> Any:
        """Have the service do it, and return what it tells."""
        asked: Any = validation.parse_body(request, self.asked)
        fields = {
            self.names.get(name, name): getattr(asked, name)
            for name in self.asked.__struct_fields__
            if name not in COMMON
        }
        given = order(request, asked.reason, asked.expected_version)
        return self.service(**self.address(**address), **fields, order=given)


def post(command: CommandEndpoint) -> Callable[..., Response]:
    """Return the method by which a view takes a command."""

    def act(_view: View, request: Request, **address: Any) -> Response:
        return Response(command.carry_out(request, **address))

    act.__doc__ = command.text
    describe = documented(
        command.summary,
        request=command.asked,
        query=DryRun,
        answers={200: command.answer},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    return describe(idempotent(act))


def view(command: CommandEndpoint) -> type[View]:
    """Return the view that takes nothing but a command."""
    return type("CommandView", (View,), {"access": ADMINS, "post": post(command)})


PAUSE = CommandEndpoint(
    "Pause or resume a ladder.",
    "While it rests no new matches begin; those that run still count.",
    Pause,
    managing.pause,
)
CLOSE_SEASON = CommandEndpoint(
    "Close the season.",
    "Archive the standings and begin the next season with a part of every lead.",
    NewSeason,
    managing.close_season,
)
ADJUST = CommandEndpoint(
    "Adjust a rating.",
    "Move one player's rating by some points.",
    Adjust,
    corrections.adjust,
)
MERGE = CommandEndpoint(
    "Merge two players.",
    "Let all matches of the one who goes count for the one who remains.",
    Merge,
    corrections.merge,
)
IMPORT = CommandEndpoint(
    "Import results.",
    "All lines or none; what is wrong with a line stands in `errors`.",
    Import,
    importing.import_results,
    answer=Imported,
    names={"format": "form"},
)
ANNUL = CommandEndpoint(
    "Annul a rated match.",
    "Fold the ratings after it anew; `dry_run` shows who would move.",
    Annul,
    corrections.annul,
    of_match,
)
CORRECT = CommandEndpoint(
    "Rate a match anew.",
    "Say how it ended in truth, by seat; ratings after it are folded anew.",
    Correct,
    corrections.correct,
    of_match,
)
