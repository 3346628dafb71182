"""What a series is set up with, and what of it cannot be. Pure."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from api.formats import RequestModel
from api.problems import FieldError, field_error, invalid_fields
from games.json_types import JsonObject
from games.messages import Message

GROUPS_MAX = 8
EVENTS_MAX = 200
PLACES_MAX = 200
SHARES_MAX = 20
RESULTS_MAX = 200

Points = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=0, le=RESULTS_MAX)]
TieBreak = Literal["wins", "best_results", "events", "direct", "latest"]
GroupId = Annotated[str, Meta(min_length=1, max_length=20, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]


class ShareBand(RequestModel, frozen=True, kw_only=True):
    """The points for the top percentage of a field."""

    percent: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            description="The percentage of all who played; the number of people is rounded up.",
        ),
    ]
    points: Points
    """The points for each of them."""


class PointsTable(RequestModel, frozen=True, kw_only=True):
    """The points for an event."""

    by: Annotated[
        Literal["place", "share", "beaten"],
        Meta(
            description="How points are awarded: by place, by share of the field, or one point for "
            "each entrant who placed lower."
        ),
    ] = "place"
    places: Annotated[
        list[Points],
        Meta(
            max_length=PLACES_MAX,
            description="The points by place, from the first; lower places get none.",
        ),
    ] = msgspec.field(default_factory=lambda: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1])
    shares: Annotated[list[ShareBand], Meta(max_length=SHARES_MAX)] = msgspec.field(
        default_factory=list
    )
    """The bands for `share`, best first."""
    attendance: Annotated[
        Points, Meta(description="Additional points for everyone who played.")
    ] = 0


class EventGroup(RequestModel, frozen=True, kw_only=True):
    """A group of events that count in the same way."""

    id: GroupId
    """The id of the group within the series."""
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """The name."""
    points: PointsTable = PointsTable()
    """The points for its events."""
    best: Annotated[
        Annotated[int, Meta(ge=1, le=RESULTS_MAX)] | None,
        Meta(description="The maximum number of results of the group that count; null for all."),
    ] = None
    field_min: Annotated[
        int,
        Meta(ge=1, le=2000, description="The minimum number of entrants for an event to count."),
    ] = 1


def _one_group() -> list[EventGroup]:
    return [EventGroup(id="events", name="Events")]


class SeriesPlan(RequestModel, frozen=True, kw_only=True):
    """The settings of a series."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    """The name of the series."""
    about: Annotated[str, Meta(max_length=4000)] = ""
    """The description: plain text in which blank lines separate paragraphs."""
    groups: Annotated[list[EventGroup], Meta(min_length=1, max_length=GROUPS_MAX)] = msgspec.field(
        default_factory=_one_group
    )
    """The groups of events, each with its own points; by default one."""
    best: Annotated[
        Annotated[int, Meta(ge=1, le=RESULTS_MAX)] | None,
        Meta(description="The number of each person's best results that count; null for all."),
    ] = None
    drop: Annotated[
        Count,
        Meta(description="The number of results to drop, missed events first."),
    ] = 0
    events_min: Annotated[
        int, Meta(ge=1, le=RESULTS_MAX, description="The minimum number of events to be ranked.")
    ] = 1
    ties: Annotated[
        Literal["share", "best"],
        Meta(
            description="Whether tied people share the points of their places, or all get those "
            "of the best place."
        ),
    ] = "share"
    tiebreaks: Annotated[list[TieBreak], Meta(max_length=5)] = msgspec.field(
        default_factory=lambda: ["wins", "best_results"]
    )
    """The tie-breaks, in order."""


def checked(plan: SeriesPlan) -> JsonObject:
    """Return settings as they are stored; raises Problem, with every field that is wrong."""
    faults = list(_faults(plan))
    if faults:
        raise invalid_fields(faults)
    found: JsonObject = msgspec.to_builtins(plan)
    return found


def read(settings: JsonObject) -> SeriesPlan:
    """Return stored settings."""
    return msgspec.convert(settings, SeriesPlan)


def _faults(plan: SeriesPlan) -> Iterator[FieldError]:
    ids = [each.id for each in plan.groups]
    if len(set(ids)) < len(ids):
        text = Message("two groups have the same id; give each its own")
        yield field_error("groups", "invalid", text)
    if not plan.groups:
        yield field_error("groups", "invalid", Message("name at least one group of events"))
    if plan.best is not None and plan.drop:
        text = Message("give either how many results count or how many are dropped, not both")
        yield field_error("drop", "invalid", text)
    if len(set(plan.tiebreaks)) < len(plan.tiebreaks):
        text = Message("a tie-break appears twice; name each once")
        yield field_error("tiebreaks", "invalid", text)
    for number, group in enumerate(plan.groups):
        for field, fault in _faults_of_points(group.points):
            yield field_error(f"groups[{number}].points.{field}", "invalid", fault)


def _faults_of_points(table: PointsTable) -> Iterator[tuple[str, Message]]:
    rises = Message("points must not rise from the better to the worse")
    if table.by == "place" and not table.places:
        yield "places", Message("give at least the points for first place")
    if any(worse > better for better, worse in pairwise(table.places)):
        yield "places", rises
    if table.by == "share" and not table.shares:
        yield "shares", Message("give at least the points for the best share of the field")
    if any(after.percent <= each.percent for each, after in pairwise(table.shares)):
        yield "shares", Message("each share must be larger than the one before it")
    if any(after.points > each.points for each, after in pairwise(table.shares)):
        yield "shares", rises
