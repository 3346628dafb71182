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
    """What the first so many hundredths of a field get."""

    percent: Annotated[int, Meta(ge=1, le=100, description="Of all who played, rounded up.")]
    points: Points
    """The points of each of them."""


class PointsTable(RequestModel, frozen=True, kw_only=True):
    """What an event brings."""

    by: Annotated[
        Literal["place", "share", "beaten"],
        Meta(
            description="By the place, by the share of the field, or a point for each entrant "
            "who came off worse."
        ),
    ] = "place"
    places: Annotated[
        list[Points],
        Meta(max_length=PLACES_MAX, description="By place, from the first; later ones get none."),
    ] = msgspec.field(default_factory=lambda: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1])
    shares: Annotated[list[ShareBand], Meta(max_length=SHARES_MAX)] = msgspec.field(
        default_factory=list
    )
    """The bands, the best first, for `share`."""
    attendance: Annotated[Points, Meta(description="For everyone who played, in addition.")] = 0


class EventGroup(RequestModel, frozen=True, kw_only=True):
    """Events that count in the same way."""

    id: GroupId
    """Its id within the series."""
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """What it is called."""
    points: PointsTable = PointsTable()
    """What its events bring."""
    best: Annotated[
        Annotated[int, Meta(ge=1, le=RESULTS_MAX)] | None,
        Meta(description="How many results of the group count at most."),
    ] = None
    field_min: Annotated[
        int, Meta(ge=1, le=2000, description="With fewer entrants an event does not count.")
    ] = 1


def _one_group() -> list[EventGroup]:
    return [EventGroup(id="events", name="Events")]


class SeriesPlan(RequestModel, frozen=True, kw_only=True):
    """How a series counts."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    """The name of the series."""
    about: Annotated[str, Meta(max_length=4000)] = ""
    """What people are to know: plain text in which an empty line begins a paragraph."""
    groups: Annotated[list[EventGroup], Meta(min_length=1, max_length=GROUPS_MAX)] = msgspec.field(
        default_factory=_one_group
    )
    """Groups of events, each with points of its own; by default one."""
    best: Annotated[
        Annotated[int, Meta(ge=1, le=RESULTS_MAX)] | None,
        Meta(description="How many results count, the best of each; null for all."),
    ] = None
    drop: Annotated[
        Count,
        Meta(description="How many results are dropped, an event that was missed being the first."),
    ] = 0
    events_min: Annotated[
        int, Meta(ge=1, le=RESULTS_MAX, description="Who played fewer events has no rank.")
    ] = 1
    ties: Annotated[
        Literal["share", "best"],
        Meta(description="Whether equals share the points of their places, or all get the best."),
    ] = "share"
    tiebreaks: Annotated[list[TieBreak], Meta(max_length=5)] = msgspec.field(
        default_factory=lambda: ["wins", "best_results"]
    )
    """What tells people with equal points apart, in this order."""


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
