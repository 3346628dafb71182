"""Everything that can be done to a series, declared once.

The API and its description and the console of its staff read this table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import ClassVar
from uuid import UUID

import msgspec
from django.utils.translation import gettext_lazy as _

from games.json_types import JsonObject
from tournaments.api.commands.arguments import account_named
from tournaments.api.endpoints import StaffEndpoint
from tournaments.series import linking, managing, qualification, requests, selectors
from tournaments.series.answers import SeriesAnswered
from tournaments.series.commands import CommandResult
from tournaments.unit_of_work import Principal

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


def plan_of(asked: requests.SeriesSettings, _who: Principal, _slug: str) -> JsonObject:
    """Return the settings."""
    return {"plan": asked.settings}


def link_of(asked: requests.Link, _who: Principal, _slug: str) -> JsonObject:
    """Return the entrants by name and number."""
    return {
        "entrants": [(each.tournament, each.entrant) for each in asked.entrants],
        "same": asked.same,
    }


def role_of(asked: requests.SeriesRole, _who: Principal, _slug: str) -> JsonObject:
    """Return whose role; raises Problem."""
    return {"account": account_named(asked.account).pk, "organises": asked.organises}


@dataclass(frozen=True, kw_only=True)
class SeriesEndpoint(StaffEndpoint):
    """A command of a series: those who run it give it, and where it says so players."""

    tags: ClassVar = TAGS

    service: Callable[..., CommandResult]
    request: type[msgspec.Struct] = requests.SeriesCommand
    answer: type[msgspec.Struct] = SeriesAnswered
    problems: Sequence[str] = REFUSALS

    def after(self, done: CommandResult, account: UUID | None) -> SeriesAnswered:
        """Return the series as it is now, and of a dry run also whom it moves."""
        return selectors.after_command(done, account)


_COMMANDS = (
    SeriesEndpoint(
        id="settings",
        path="settings",
        service=managing.change,
        request=requests.SeriesSettings,
        takes=plan_of,
        summary="Change how a series counts.",
        help="Points, groups and tie-breaks hold for events of the past too; say why.",
        label=_("Change counting rules"),
        done=_("The counting rules have been changed."),
    ),
    SeriesEndpoint(
        id="add-event",
        path="events",
        service=managing.add_event,
        request=requests.AddEvent,
        summary="Add a tournament to a series.",
        help="You must organise it too. In the series already, it moves to another group.",
        label=_("Add tournament"),
        done=_("The tournament has been added."),
    ),
    SeriesEndpoint(
        id="remove-event",
        path="events/<slug:tournament>/remove",
        service=managing.remove_event,
        summary="Remove a tournament from a series.",
        help="It counts no more; the tournament itself stays as it is.",
        label=_("Remove"),
        done=_("The tournament has been removed."),
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
        label=_("Same person"),
        done=_("They count as one person."),
    ),
    SeriesEndpoint(
        id="adjust",
        path="adjustments",
        service=managing.adjust,
        request=requests.Adjustment,
        summary="Correct somebody's points.",
        help="Apart from the events, with a reason that everyone reads.",
        label=_("Correct points"),
        done=_("The points have been corrected."),
    ),
    SeriesEndpoint(
        id="close",
        path="close",
        service=partial(managing.close, closed=True),
        summary="Close a series.",
        help="No event is added any more; results that are corrected still follow.",
        label=_("Close series"),
        done=_("The series is closed."),
    ),
    SeriesEndpoint(
        id="reopen",
        path="reopen",
        service=partial(managing.close, closed=False),
        summary="Reopen a series.",
        help="It goes on.",
        label=_("Reopen series"),
        done=_("The series is open again."),
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
        label=_("Let the best qualify"),
        done=_("The best players can enter from now on."),
    ),
    SeriesEndpoint(
        id="end-qualifier",
        path="qualifiers/<int:number>/remove",
        service=qualification.remove,
        summary="End a qualification.",
        help="Who has accepted stays entered.",
        label=_("End qualification"),
        done=_("The qualification has been ended."),
    ),
    SeriesEndpoint(
        id="answer",
        path="qualifiers/<int:number>/answers",
        service=qualification.answer,
        request=requests.Answer,
        by_entrants=True,
        summary="Take a place, or leave it.",
        help="Who accepts is entered; when somebody declines, the next in line may enter.",
        label=_("Accepts"),
        done=_("The player is entered."),
    ),
)
COMMANDS: Mapping[str, SeriesEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""By id. Paths are below `/api/v1/series/{slug}`."""
