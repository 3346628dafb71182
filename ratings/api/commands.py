"""What admins can do to a ladder, declared once.

The API and its description, the console, the admin and `manage.py ladder` read it; its texts are
translated like those of pages. A command's id is its page in the console and the admin and its
word on the command line; its path is its address below `/api/v1`. What it asks for are the fields
of its request.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.command_endpoints import CommandEndpoint
from ratings.api.asking import REFUSED, RUN, TAGS, ladder, order
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
from ratings.correction_answers import Consequences, Imported
from ratings.services import corrections, importing, managing
from ratings.services.commands import LadderCommand

COMMON = frozenset(Ordered.__struct_fields__)
"""What every command says; the rest is its service's."""


@dataclass(frozen=True, kw_only=True)
class LadderEndpoint(CommandEndpoint[Ordered]):
    """A command, which every caller may also try with `dry_run`."""

    tags: ClassVar = TAGS

    service: Callable[..., Consequences]
    request: type[Ordered]
    label: Promise
    """What pages call it."""
    about: Promise
    """What pages say of it before it is given."""
    by_state: tuple[Promise, Promise] | None = None
    """What the console calls it while the ladder runs and while it rests, where that differs."""
    answer: type[msgspec.Struct] = Consequences
    problems: Sequence[str] = REFUSED

    @property
    def access(self) -> type[BasePermission]:
        """Who runs ladders."""
        return RUN

    def called(self, *, paused: bool) -> Promise:
        """Return what it is called on the page of a ladder that runs or rests."""
        return self.label if self.by_state is None else self.by_state[paused]

    @property
    def is_about_match(self) -> bool:
        """Whether its address names a rated match and not the ladder."""
        return self.path.startswith("matches/")

    def handle(
        self, asked: Ordered, order: LadderCommand, ladder_id: UUID, match_id: UUID | None = None
    ) -> Consequences:
        """Have the service do it, and return what it comes to; raises Problem."""
        fields = {
            name: getattr(asked, name)
            for name in self.request.__struct_fields__
            if name not in COMMON
        }
        about = {} if match_id is None else {"match_id": match_id}
        return self.service(ladder_id=ladder_id, **about, **fields, order=order)

    def respond(self, request: Request, asked: Ordered, **address: Any) -> Response:
        """Carry it out for the admin who asks."""
        given = order(request, asked.reason, asked.expected_version)
        return Response(self.handle(asked, given, **subject(**address)))


def subject(*, slug: str | None = None, match_id: UUID | None = None) -> Mapping[str, UUID]:
    """Return the ladder, and the match if there is one, that an address names."""
    if slug is not None:
        return {"ladder_id": ladder(slug)}
    assert match_id is not None  # noqa: S101 - An address names one or the other.
    return {"ladder_id": corrections.ladder_of_match(match_id), "match_id": match_id}


_COMMANDS = (
    LadderEndpoint(
        id="pause",
        summary="Pause or resume a ladder.",
        help="While a ladder is paused, no new matches start; those in progress still count.",
        request=Pause,
        service=managing.pause,
        path="ladders/<slug:slug>/pause",
        label=_("Pause or resume"),
        by_state=(_("Pause the ladder"), _("Resume the ladder")),
        about=_("While it is paused no new matches begin; those in progress still count."),
    ),
    LadderEndpoint(
        id="season",
        summary="Close the season.",
        help="Archive the standings and start the next season with a part of every lead.",
        request=NewSeason,
        service=managing.close_season,
        path="ladders/<slug:slug>/seasons",
        label=_("Close the season"),
        about=_(
            "The standings are archived, everyone keeps a part of the lead over a newcomer, and the"
            " next season begins."
        ),
    ),
    LadderEndpoint(
        id="adjust",
        summary="Adjust a rating.",
        help="Change the rating of one player by a number of points.",
        request=Adjust,
        service=corrections.adjust,
        path="ladders/<slug:slug>/adjust",
        label=_("Adjust a rating"),
        about=_("One rating changes by some points; the player sees the change and the reason."),
    ),
    LadderEndpoint(
        id="correct",
        summary="Correct a rated match.",
        help="Correct the result of a match, by seat; later ratings are recalculated.",
        request=Correct,
        service=corrections.correct,
        path="matches/<uuid:match_id>/correct",
        label=_("Correct a match"),
        about=_("The match ended with other places: ratings after it are worked out again."),
    ),
    LadderEndpoint(
        id="annul",
        summary="Annul a rated match.",
        help="Stop counting a match and recalculate later ratings; `dry_run` previews the changes.",
        request=Annul,
        service=corrections.annul,
        path="matches/<uuid:match_id>/annul",
        label=_("Annul a match"),
        about=_("The match never counted: ratings after it are worked out again."),
    ),
    LadderEndpoint(
        id="merge",
        summary="Merge two players.",
        help="Count all matches of one player for the other, and remove the first.",
        request=Merge,
        service=corrections.merge,
        path="ladders/<slug:slug>/merge",
        label=_("Merge two players"),
        about=_(
            "All matches of one player count for the other, as if they had always been one player."
        ),
    ),
    LadderEndpoint(
        id="import",
        summary="Import results.",
        help="Import all lines or none; `errors` lists what is wrong with each line.",
        request=Import,
        service=importing.import_results,
        path="ladders/<slug:slug>/import",
        answer=Imported,
        label=_("Import results"),
        about=_("Past results, all lines or none, in the order in which they were played."),
    ),
)
COMMANDS: Mapping[str, LadderEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""The commands by name; settings are opened and edited by `services.managing` itself."""

ADDRESSED = [each for each in _COMMANDS if each.id != "season"]
"""Those with an address of their own; closed seasons are listed where one is closed."""
