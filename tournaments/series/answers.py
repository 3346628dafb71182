"""What the API of series answers, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from api.formats import Id, Moment, Object
from tournaments.state import Status


class SeriesListed(msgspec.Struct, frozen=True):
    """A series in a list."""

    id: Id
    """The id of the series."""
    slug: str
    """The slug: a-z, 0-9 and -."""
    name: str
    """The name of the series."""
    closed: bool
    """Whether it is over."""
    events: int
    """How many tournaments it has."""
    people: int
    """How many have a result in it."""
    version: int
    """How many events its stream has."""


class SeriesEventShown(msgspec.Struct, frozen=True):
    """A tournament of a series."""

    slug: str
    """The slug of the tournament."""
    name: str
    """The name of the tournament."""
    game: str
    """The id of its game."""
    status: Status
    """Where the tournament is in its life."""
    group: str
    """The id of the group in which it counts."""
    entrants: int | None
    """How many played; null before its end."""
    counts: bool
    """Whether it is over and its field was large enough."""


class PersonShown(msgspec.Struct, frozen=True):
    """A person in a series, by one of the entrants that they were."""

    name: str
    """The name, as in the latest tournament."""
    account: str | None
    """The user name, where there is an account."""
    tournament: str
    """The slug of the latest tournament in which the person played."""
    entrant: int
    """The person's number there."""


class SeriesResult(msgspec.Struct, frozen=True):
    """What an event brought somebody."""

    tournament: str
    """The slug of the tournament."""
    entrant: int
    """The number of the entrant there."""
    rank: int
    """The rank among those who count."""
    field: int
    """How many played."""
    points: str
    """The points that it brought."""
    counts: Annotated[bool, Meta(description="Whether it is among the results that count.")]
    disqualified: bool
    """Whether the entrant was disqualified, and got none."""


class AdjustmentShown(msgspec.Struct, frozen=True):
    """Points apart from the events."""

    points: int
    """How many, negative where they are taken away."""
    reason: str
    """Why."""


class SeriesStanding(msgspec.Struct, frozen=True):
    """A person's line in the standings."""

    rank: int | None
    """From 1, equals sharing the better one; null for who has played too few events."""
    person: PersonShown
    """Who it is."""
    points: str
    """All that counts."""
    events: int
    """How many events were played."""
    wins: int
    """How many of them were won."""
    results: list[SeriesResult]
    """In the order of the events."""
    adjustments: list[AdjustmentShown]
    """Points apart from the events."""


class SeriesStandings(msgspec.Struct, frozen=True):
    """The standings of a series."""

    version: int
    """The version of the series that they are of."""
    results: list[SeriesStanding]
    """The lines, best first; those without a rank last."""


class CandidateShown(msgspec.Struct, frozen=True):
    """Somebody in line for a tournament."""

    rank: int
    """The rank in the series, or in the event that decides."""
    person: PersonShown
    """Who it is."""
    standing: Annotated[
        Literal["accepted", "invited", "declined", "next", "tied"],
        Meta(description="`tied` at the last place: the staff says who may enter."),
    ]


class QualifierShown(msgspec.Struct, frozen=True):
    """A tournament that the best may enter."""

    number: int
    """Its number in the series."""
    tournament: str
    """The slug of that tournament."""
    name: str
    """The name of that tournament."""
    places: int
    """How many may enter."""
    event: str | None
    """The slug of the event whose ranking decides; null for the standings of the series."""
    line: list[CandidateShown]
    """Who may enter, who has answered, and who is next."""


class SeriesShown(msgspec.Struct, frozen=True):
    """A series."""

    id: Id
    """The id of the series."""
    slug: str
    """The slug: a-z, 0-9 and -."""
    version: int
    """How many events its stream has."""
    settings: Object
    """How it counts, as in `POST /series`."""
    closed: bool
    """Whether it is over."""
    organisers: list[str]
    """The user names of those who run it."""
    events: list[SeriesEventShown]
    """Its tournaments, in their order."""
    qualifiers: list[QualifierShown]
    """The tournaments to which it leads."""


class SeriesMove(msgspec.Struct, frozen=True):
    """Somebody whose line a command changes."""

    name: str
    """The name of the person."""
    rank_before: int | None
    """The rank before; null for none."""
    rank_after: int | None
    """The rank after; null for none."""
    points_before: str | None
    """The points before; null without a line."""
    points_after: str | None
    """The points after; null without a line."""


class SeriesAnswered(msgspec.Struct, frozen=True):
    """What a command has come to, or would."""

    version: int
    """The version of the series after it."""
    dry_run: bool
    """Whether it was only tried."""
    series: SeriesShown
    """The series after it."""
    moved: Annotated[
        list[SeriesMove], Meta(description="Whose line changes; told when it is only tried.")
    ]


class SeriesLogLine(msgspec.Struct, frozen=True):
    """Something that was done."""

    version: int
    """Its number in the stream."""
    type: str
    """What kind of thing."""
    actor: str
    """Who did it."""
    reason: str
    """Why."""
    data: Object
    """What the event says."""
    at: Moment
    """When it was done."""


class SeriesLog(msgspec.Struct, frozen=True):
    """The history of a series."""

    results: list[SeriesLogLine]
    """Every event, in order."""
