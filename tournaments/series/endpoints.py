"""What can be done to a series, declared once for the API and its description."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api import dry_runs
from api.access import viewer
from api.command_endpoints import CommandEndpoint
from games.json_types import JsonObject
from tournaments.api.commands.arguments import account_named
from tournaments.api.endpoints import ORGANISE, TAKE_PART, principal
from tournaments.series import linking, managing, qualification, requests, selectors
from tournaments.series.answers import SeriesAnswered
from tournaments.series.commands import CommandResult

TAGS = ("series",)
REFUSALS = (
    "permission_denied",
    "own_interest",
    "version_conflict",
    "entry_not_eligible",
    "entry_closed",
    "late_entry_closed",
    "bots_not_allowed",
    "guests_not_allowed",
    "round_already_live",
    "result_locked",
)
COMMON = frozenset({"reason", "expected_version"})

Taker = Callable[[Any], JsonObject]
"""Returns what a service takes from a body; raises Problem."""


def fields(asked: Any) -> JsonObject:
    """Return a body's own fields, by their names."""
    return {name: getattr(asked, name) for name in asked.__struct_fields__ if name not in COMMON}


def plan_of(asked: requests.SeriesSettings) -> JsonObject:
    """Return the settings."""
    return {"plan": asked.settings}


def link_of(asked: requests.Link) -> JsonObject:
    """Return the entrants by name and number."""
    return {
        "entrants": [(each.tournament, each.entrant) for each in asked.entrants],
        "same": asked.same,
    }


def role_of(asked: requests.SeriesRole) -> JsonObject:
    """Return whose role; raises Problem."""
    return {"account": account_named(asked.account).pk, "organises": asked.organises}


@dataclass(frozen=True, kw_only=True)
class SeriesEndpoint(CommandEndpoint[Any]):
    """A command, which every caller may also try with `dry_run`."""

    tags: ClassVar = TAGS

    service: Callable[..., CommandResult]
    request: type[msgspec.Struct] = requests.SeriesCommand
    takes: Taker = fields
    answer: type[msgspec.Struct] = SeriesAnswered
    problems: Sequence[str] = REFUSALS
    by_players: bool = False
    """Whether players give it too, for themselves."""

    @property
    def access(self) -> type[BasePermission]:
        """Those who run the series, and where it says so players."""
        return TAKE_PART if self.by_players else ORGANISE

    def respond(self, request: Request, asked: Any, **address: Any) -> Response:
        """Carry it out, or try it, for the account that asks."""
        done = self.service(
            who=principal(request),
            reason=asked.reason,
            expected_version=asked.expected_version,
            dry_run=dry_runs.is_dry(request),
            **self.takes(asked),
            **address,
        )
        return Response(selectors.after_command(done, viewer(request)))


_COMMANDS = (
    SeriesEndpoint(
        id="settings",
        path="settings",
        service=managing.change,
        request=requests.SeriesSettings,
        takes=plan_of,
        summary="Change how a series counts.",
        help="Points, groups and tie-breaks hold for events of the past too; say why.",
    ),
    SeriesEndpoint(
        id="add-event",
        path="events",
        service=managing.add_event,
        request=requests.AddEvent,
        summary="Add a tournament to a series.",
        help="You must organise it too. In the series already, it moves to another group.",
    ),
    SeriesEndpoint(
        id="remove-event",
        path="events/<slug:tournament>/remove",
        service=managing.remove_event,
        summary="Remove a tournament from a series.",
        help="It counts no more; the tournament itself stays as it is.",
    ),
    SeriesEndpoint(
        id="link",
        path="links",
        service=linking.link,
        request=requests.Link,
        takes=link_of,
        summary="Say who is who.",
        help=(
            "Entrants with one account are one person. All others are joined by this alone, "
            "never because of a name; `same: false` takes it back."
        ),
    ),
    SeriesEndpoint(
        id="adjust",
        path="adjustments",
        service=managing.adjust,
        request=requests.Adjustment,
        summary="Correct somebody's points.",
        help="Apart from the events, with a reason that everyone reads.",
    ),
    SeriesEndpoint(
        id="close",
        path="close",
        service=partial(managing.close, closed=True),
        summary="Close a series.",
        help="No event is added any more; results that are corrected still follow.",
    ),
    SeriesEndpoint(
        id="reopen",
        path="reopen",
        service=partial(managing.close, closed=False),
        summary="Reopen a series.",
        help="It goes on.",
    ),
    SeriesEndpoint(
        id="organiser",
        path="organisers",
        service=managing.appoint,
        request=requests.SeriesRole,
        takes=role_of,
        summary="Say who runs a series.",
        help="One organiser at least stays.",
    ),
    SeriesEndpoint(
        id="qualify",
        path="qualifiers",
        service=qualification.add,
        request=requests.AddQualifier,
        summary="Let the best enter a tournament.",
        help="The best of the standings, or of one event; you must organise that tournament too.",
    ),
    SeriesEndpoint(
        id="end-qualifier",
        path="qualifiers/<int:number>/remove",
        service=qualification.remove,
        summary="End a qualification.",
        help="Who has accepted stays entered.",
    ),
    SeriesEndpoint(
        id="answer",
        path="qualifiers/<int:number>/answers",
        service=qualification.answer,
        request=requests.Answer,
        by_players=True,
        summary="Take a place, or leave it.",
        help="Who accepts is entered; when somebody declines, the next in line may enter.",
    ),
)
COMMANDS: Mapping[str, SeriesEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""By id. Paths are below `/api/v1/series/{slug}`."""
