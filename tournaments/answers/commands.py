"""What is answered to a command."""

from typing import Annotated, Literal, TypedDict

import msgspec
from msgspec import Meta

from api.formats import Id
from ratings import correction_answers as ladder
from tournaments.answers.tournaments import TournamentShown


class StatusChange(TypedDict):
    """A change of state."""

    before: Annotated[str, Meta(description="The current value.")]
    after: Annotated[str, Meta(description="The value after the change.")]


class TableResult(TypedDict):
    """A table and its result."""

    players: Annotated[list[str], Meta(description="The names of the players, by seat.")]
    places: Annotated[
        list[int] | None, Meta(description="The places by seat; null without a result.")
    ]
    absent: Annotated[list[str], Meta(description="The names of absent players.")]
    void: Annotated[bool, Meta(description="Whether the table is void.")]
    stopped: Annotated[bool, Meta(description="Whether play ended early.")]


class TableChange(TypedDict):
    """A table that is added or removed, or whose result changes."""

    table: Annotated[Id, Meta(description="The id of the table.")]
    round: Annotated[int, Meta(description="The number of the round, starting at 1.")]
    match: Annotated[Id | None, Meta(description="The id of the match; null if there is none.")]
    change: Annotated[
        Literal["added", "removed", "changed"], Meta(description="The kind of change.")
    ]
    before: Annotated[
        TableResult | None, Meta(description="The table before the change; null if it is new.")
    ]
    after: Annotated[
        TableResult | None, Meta(description="The table after the change; null if it is removed.")
    ]


class RankChange(TypedDict):
    """A change of rank."""

    before: Annotated[int | None, Meta(description="The current value; null if there is none yet.")]
    after: Annotated[int, Meta(description="The value after the change.")]


class PointsChange(TypedDict):
    """A change of points, in display format."""

    before: Annotated[str | None, Meta(description="The current value; null if there is none yet.")]
    after: Annotated[str, Meta(description="The value after the change.")]


class StandingChange(TypedDict):
    """An entrant whose rank or points change."""

    entrant: Annotated[int, Meta(description="The number of the entrant.")]
    name: Annotated[str, Meta(description="The name of the entrant.")]
    rank: Annotated[RankChange, Meta(description="The change of rank.")]
    points: Annotated[PointsChange, Meta(description="The change of points.")]


AdvancementChange = TypedDict(
    "AdvancementChange",
    {
        "stage": Annotated[int, Meta(description="The number of the stage, starting at 1.")],
        "in": Annotated[list[str], Meta(description="The names of those who would now advance.")],
        "out": Annotated[
            list[str], Meta(description="The names of those who would no longer advance.")
        ],
        "has_started": Annotated[bool, Meta(description="Whether the stage has started.")],
    },
)
AdvancementChange.__doc__ = "A change of who advances to a stage."


class RatedAnew(ladder.Consequences, frozen=True, kw_only=True):
    """The changes on a ladder when a match is rated again."""


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """The consequences of a command (`dry_run=true`)."""

    version: int
    """The version of the tournament before the command."""
    status: StatusChange | None
    """The state before and after, if it changes; null otherwise."""
    tables: list[TableChange]
    """The tables that are added or removed, or whose result changes."""
    standings: list[StandingChange]
    """The entrants whose rank or points change."""
    advancement: list[AdvancementChange]
    """The changes of who advances, by stage."""
    paired_on_old_results: list[int]
    """The rounds that were paired on results that change."""
    choices: list[str]
    """The possible choices for those rounds."""
    ratings: list[RatedAnew]
    """The changes on the ladder, one entry for each match to be rated again."""
    still_drawn: bool = False
    """Whether lots have yet to be drawn, so that tables, seeds and seats are only an example."""


class Answered(TournamentShown, frozen=True):
    """The tournament after a command or, for a dry run, as it would be, with the differences."""

    consequences: Consequences | None = None
    """The consequences, for a dry run; null otherwise."""
