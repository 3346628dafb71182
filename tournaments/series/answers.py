"""What the API of series answers, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from api.formats import Id, Moment, Object
from tournaments.state import Status


class SeriesListed(msgspec.Struct, frozen=True):
    """The summary of a series."""

    id: Id
    """The id of the series."""
    slug: str
    """The slug: a-z, 0-9 and -."""
    name: str
    """The name of the series."""
    closed: bool
    """Whether the series is closed."""
    events: int
    """The number of tournaments."""
    people: int
    """The number of people with a result."""
    version: int
    """The version of the series: the number of events in its stream."""


class SeriesEventShown(msgspec.Struct, frozen=True):
    """A tournament of a series."""

    slug: str
    """The slug of the tournament."""
    name: str
    """The name of the tournament."""
    game: str
    """The id of the game."""
    status: Status
    """The state of the tournament."""
    group: str
    """The id of the group in which the tournament counts."""
    entrants: int | None
    """The number of entrants who played; null before the end."""
    counts: bool
    """Whether the tournament counts: it is over and had enough entrants."""


class PersonShown(msgspec.Struct, frozen=True):
    """A person in a series, identified by one of their entrants."""

    name: str
    """The name, as in the person's latest tournament."""
    account: str | None
    """The user name; null if there is no account."""
    tournament: str
    """The slug of the latest tournament in which the person played."""
    entrant: int
    """The number of the person's entrant in that tournament."""


class SeriesResult(msgspec.Struct, frozen=True):
    """A person's result in an event."""

    tournament: str
    """The slug of the tournament."""
    entrant: int
    """The number of the entrant in that tournament."""
    rank: int
    """The rank among those who count."""
    field: int
    """The number of entrants who played."""
    points: str
    """The points from the event."""
    counts: Annotated[bool, Meta(description="Whether the result counts.")]
    disqualified: bool
    """Whether the entrant was disqualified and got no points."""


class AdjustmentShown(msgspec.Struct, frozen=True):
    """The points adjustments, apart from events."""

    points: int
    """The points added; negative if deducted."""
    reason: str
    """The reason."""


class SeriesStanding(msgspec.Struct, frozen=True):
    """A person in the standings."""

    rank: int | None
    """The rank, starting at 1; tied people share the better rank. Null after too few events."""
    person: PersonShown
    """The person."""
    points: str
    """The total points that count."""
    events: int
    """The number of events played."""
    wins: int
    """The number of events won."""
    results: list[SeriesResult]
    """The results, in the order of the events."""
    adjustments: list[AdjustmentShown]
    """The points adjustments, apart from events."""


class SeriesStandings(msgspec.Struct, frozen=True):
    """The standings of a series."""

    version: int
    """The version of the series."""
    results: list[SeriesStanding]
    """The people, best first; unranked people last."""


class CandidateShown(msgspec.Struct, frozen=True):
    """A person in line for a qualification."""

    rank: int
    """The rank in the series or in the deciding event."""
    person: PersonShown
    """The person."""
    standing: Annotated[
        Literal["accepted", "invited", "declined", "next", "tied"],
        Meta(
            description="The state; `tied` for the last place means that the staff decides who "
            "may enter."
        ),
    ]


class QualifierShown(msgspec.Struct, frozen=True):
    """A tournament for which people qualify."""

    number: int
    """The number of the qualification in the series."""
    tournament: str
    """The slug of the tournament."""
    name: str
    """The name of the tournament."""
    places: int
    """The number of people who qualify."""
    event: str | None
    """The slug of the event whose ranking decides; null for the standings of the series."""
    line: list[CandidateShown]
    """The people who qualify, their answers, and those next in line."""


class SeriesShown(msgspec.Struct, frozen=True):
    """A series."""

    id: Id
    """The id of the series."""
    slug: str
    """The slug: a-z, 0-9 and -."""
    version: int
    """The version of the series: the number of events in its stream."""
    settings: Object
    """The settings, as in `POST /series`."""
    closed: bool
    """Whether the series is closed."""
    organisers: list[str]
    """The user names of the organisers."""
    events: list[SeriesEventShown]
    """The tournaments, in order."""
    qualifiers: list[QualifierShown]
    """The tournaments for which people qualify."""


class SeriesMove(msgspec.Struct, frozen=True):
    """A person whose standing changes."""

    name: str
    """The name of the person."""
    rank_before: int | None
    """The rank before the command; null if unranked."""
    rank_after: int | None
    """The rank after the command; null if unranked."""
    points_before: str | None
    """The points before the command; null if not in the standings."""
    points_after: str | None
    """The points after the command; null if not in the standings."""


class SeriesAnswered(msgspec.Struct, frozen=True):
    """The outcome or preview of a command."""

    version: int
    """The version of the series after the command."""
    dry_run: bool
    """Whether this was a dry run."""
    series: SeriesShown
    """The series after the command."""
    moved: Annotated[
        list[SeriesMove], Meta(description="The people whose standings change; only for a dry run.")
    ]


class SeriesLogLine(msgspec.Struct, frozen=True):
    """An entry of the audit log."""

    version: int
    """The version of the series after the event."""
    type: str
    """The type of the event."""
    actor: str
    """The actor."""
    reason: str
    """The reason."""
    data: Object
    """The fields of the event."""
    at: Moment
    """When the event happened."""


class SeriesLog(msgspec.Struct, frozen=True):
    """The audit log of a series."""

    results: list[SeriesLogLine]
    """Every event, in order."""
