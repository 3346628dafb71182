"""What admins can do to a ladder, declared once: the API, the admin and `manage.py ladder` read it.

A command's name is its page in the admin and its word on the command line; its path is its
address below `/api/v1`. What it asks for are the fields of its request.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID

import msgspec

from ratings.answers import Consequences, Imported
from ratings.api.requests import (
    Adjust,
    Annul,
    Correct,
    Import,
    Merge,
    NewSeason,
    Ordered,
    Pause,
)
from ratings.services import corrections, importing, managing
from ratings.services.commands import AdminCommand

COMMON = frozenset(Ordered.__struct_fields__)
"""What every command says; the rest is its service's."""


@dataclass(frozen=True)
class CommandEndpoint:
    """A command, which every caller may also try with `dry_run`."""

    name: str
    label: str
    """What the admin calls it."""
    summary: str
    help: str
    request: type[Ordered]
    service: Callable[..., Consequences]
    path: str
    answer: type[msgspec.Struct] = Consequences

    @property
    def is_about_match(self) -> bool:
        """Whether its address names a rated match and not the ladder."""
        return self.path.startswith("matches/")

    def handle(
        self, asked: Ordered, order: AdminCommand, ladder_id: UUID, match_id: UUID | None = None
    ) -> Consequences:
        """Have the service do it, and return what it comes to; raises Problem."""
        fields: dict[str, Any] = {
            name: getattr(asked, name)
            for name in self.request.__struct_fields__
            if name not in COMMON
        }
        about = {} if match_id is None else {"match_id": match_id}
        return self.service(ladder_id=ladder_id, **about, **fields, order=order)


_COMMANDS = (
    CommandEndpoint(
        "pause",
        "Pause or resume",
        "Pause or resume a ladder.",
        "While it rests no new matches begin; those that run still count.",
        Pause,
        managing.pause,
        "ladders/<slug:slug>/pause",
    ),
    CommandEndpoint(
        "season",
        "Close the season",
        "Close the season.",
        "Archive the standings and begin the next season with a part of every lead.",
        NewSeason,
        managing.close_season,
        "ladders/<slug:slug>/seasons",
    ),
    CommandEndpoint(
        "annul",
        "Annul a match",
        "Annul a rated match.",
        "Fold the ratings after it anew; `dry_run` shows who would move.",
        Annul,
        corrections.annul,
        "matches/<uuid:match_id>/annul",
    ),
    CommandEndpoint(
        "correct",
        "Correct a match",
        "Rate a match anew.",
        "Say how it ended in truth, by seat; ratings after it are folded anew.",
        Correct,
        corrections.correct,
        "matches/<uuid:match_id>/correct",
    ),
    CommandEndpoint(
        "adjust",
        "Adjust a rating",
        "Adjust a rating.",
        "Move one player's rating by some points.",
        Adjust,
        corrections.adjust,
        "ladders/<slug:slug>/adjust",
    ),
    CommandEndpoint(
        "merge",
        "Merge players",
        "Merge two players.",
        "Let all matches of the one who goes count for the one who remains.",
        Merge,
        corrections.merge,
        "ladders/<slug:slug>/merge",
    ),
    CommandEndpoint(
        "import",
        "Import results",
        "Import results.",
        "All lines or none; what is wrong with a line stands in `errors`.",
        Import,
        importing.import_results,
        "ladders/<slug:slug>/import",
        Imported,
    ),
)
COMMANDS: Mapping[str, CommandEndpoint] = MappingProxyType({each.name: each for each in _COMMANDS})
"""The commands by name; settings are opened and edited by `services.managing` itself."""
