"""What is answered to a command."""

from typing import Annotated, Literal, TypedDict

import msgspec
from msgspec import Meta

from api.formats import Id
from ratings import correction_answers as ladder
from tournaments.answers.tournaments import TournamentShown


class StatusChange(TypedDict):
    """Another status."""

    before: Annotated[str, Meta(description="As it is.")]
    after: Annotated[str, Meta(description="As it would be.")]


class TableResult(TypedDict):
    """A table and how it has ended."""

    players: Annotated[list[str], Meta(description="The names of its players, by seat.")]
    places: Annotated[
        list[int] | None, Meta(description="The place of each seat; null without a result.")
    ]
    absent: Annotated[list[str], Meta(description="The names of those who did not come.")]
    void: Annotated[bool, Meta(description="Whether it does not count.")]
    stopped: Annotated[bool, Meta(description="Whether it was stopped before its end.")]


class TableChange(TypedDict):
    """A table that is added, removed, or gets another result."""

    table: Annotated[Id, Meta(description="The id of the table.")]
    round: Annotated[int, Meta(description="The number of its round, from 1.")]
    match: Annotated[Id | None, Meta(description="The id of its match; null where there is none.")]
    change: Annotated[
        Literal["added", "removed", "changed"], Meta(description="What happens to it.")
    ]
    before: Annotated[TableResult | None, Meta(description="As it is; null for a new one.")]
    after: Annotated[
        TableResult | None, Meta(description="As it would be; null for one that is removed.")
    ]


class RankChange(TypedDict):
    """Another rank."""

    before: Annotated[int | None, Meta(description="As it is; null for who has none yet.")]
    after: Annotated[int, Meta(description="As it would be.")]


class PointsChange(TypedDict):
    """Other points, as people write them."""

    before: Annotated[str | None, Meta(description="As they are; null for who has none yet.")]
    after: Annotated[str, Meta(description="As they would be.")]


class StandingChange(TypedDict):
    """An entrant whose rank or points change."""

    entrant: Annotated[int, Meta(description="The number of the entrant.")]
    name: Annotated[str, Meta(description="The name of the entrant.")]
    rank: Annotated[RankChange, Meta(description="The rank.")]
    points: Annotated[PointsChange, Meta(description="The points.")]


AdvancementChange = TypedDict(
    "AdvancementChange",
    {
        "stage": Annotated[int, Meta(description="The number of the stage, from 1.")],
        "in": Annotated[list[str], Meta(description="The names of those who would go on now.")],
        "out": Annotated[list[str], Meta(description="The names of those who would no longer.")],
        "has_started": Annotated[bool, Meta(description="Whether the stage has begun.")],
    },
)
AdvancementChange.__doc__ = "Who goes on to a stage instead of whom."


class RatedAnew(ladder.Consequences, frozen=True, kw_only=True):
    """What it changes on the ladder that a match is rated anew."""


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would change (`dry_run=true`)."""

    version: int
    """The version of the tournament before the command."""
    status: StatusChange | None
    """The status before and after, where it changes."""
    tables: list[TableChange]
    """The tables that are added, removed, or get another result."""
    standings: list[StandingChange]
    """The entrants whose rank or points change."""
    advancement: list[AdvancementChange]
    """Who advances instead of whom, by stage."""
    paired_on_old_results: list[int]
    """Rounds that were paired on results which change."""
    choices: list[str]
    """What can be chosen about those rounds."""
    ratings: list[RatedAnew]
    """What the ladder would tell, a line for every match that it would rate anew."""
    still_drawn: bool = False
    """Whether lots are still to be drawn, so that tables, seeds and seats are only an example."""


class Answered(TournamentShown, frozen=True):
    """The tournament after a command; of a dry run as it would be, with the differences."""

    consequences: Consequences | None = None
    """What changes, for a dry run; null otherwise."""
