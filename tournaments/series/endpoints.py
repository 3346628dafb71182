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
        summary="Change the settings of a series.",
        help="Replace the settings, with a reason; points, groups and tie-breaks also apply to "
        "past events.",
        label=_("Change counting rules"),
        done=_("The counting rules have been changed."),
    ),
    SeriesEndpoint(
        id="add-event",
        path="events",
        service=managing.add_event,
        request=requests.AddEvent,
        summary="Add a tournament to a series.",
        help="Add a tournament that you organise; one already in the series moves to another "
        "group.",
        label=_("Add tournament"),
        done=_("The tournament has been added."),
    ),
    SeriesEndpoint(
        id="remove-event",
        path="events/<slug:tournament>/remove",
        service=managing.remove_event,
        summary="Remove a tournament from a series.",
        help="Remove a tournament, so that it no longer counts; the tournament itself is "
        "unchanged.",
        label=_("Remove"),
        done=_("The tournament has been removed."),
    ),
    SeriesEndpoint(
        id="link",
        path="links",
        service=linking.link,
        request=requests.Link,
        takes=link_of,
        summary="Link entrants.",
        help=(
            "Link entrants who are the same person; `same: false` undoes it. Entrants with the "
            "same account are always one person; all others must be linked, even if their names "
            "are equal."
        ),
        label=_("Same person"),
        done=_("They count as one person."),
    ),
    SeriesEndpoint(
        id="adjust",
        path="adjustments",
        service=managing.adjust,
        request=requests.Adjustment,
        summary="Adjust a person's points.",
        help="Add or deduct points apart from the events, with a reason that everyone can read.",
        label=_("Correct points"),
        done=_("The points have been corrected."),
    ),
    SeriesEndpoint(
        id="close",
        path="close",
        service=partial(managing.close, closed=True),
        summary="Close a series.",
        help="Close a series: no events can be added, but corrected results still count.",
        label=_("Close series"),
        done=_("The series is closed."),
    ),
    SeriesEndpoint(
        id="reopen",
        path="reopen",
        service=partial(managing.close, closed=False),
        summary="Reopen a series.",
        help="Reopen a series that is closed.",
        label=_("Reopen series"),
        done=_("The series is open again."),
    ),
    SeriesEndpoint(
        id="organiser",
        path="organisers",
        service=managing.appoint,
        request=requests.SeriesRole,
        takes=role_of,
        summary="Add or remove an organiser.",
        help="Add or remove an organiser; at least one must remain.",
    ),
    SeriesEndpoint(
        id="qualify",
        path="qualifiers",
        service=qualification.add,
        request=requests.AddQualifier,
        summary="Add a qualification.",
        help="Let the best of the standings, or of one event, enter a tournament that you also "
        "organise.",
        label=_("Let the best qualify"),
        done=_("The best players can enter from now on."),
    ),
    SeriesEndpoint(
        id="end-qualifier",
        path="qualifiers/<int:number>/remove",
        service=qualification.remove,
        summary="End a qualification.",
        help="End a qualification; people who have accepted stay entered.",
        label=_("End qualification"),
        done=_("The qualification has been ended."),
    ),
    SeriesEndpoint(
        id="answer",
        path="qualifiers/<int:number>/answers",
        service=qualification.answer,
        request=requests.Answer,
        by_entrants=True,
        summary="Answer a qualification.",
        help="Accept or decline a place; accepting enters you, declining offers it to the next in "
        "line.",
        label=_("Accepts"),
        done=_("The player is entered."),
    ),
)
COMMANDS: Mapping[str, SeriesEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""By id. Paths are below `/api/v1/series/{slug}`."""
