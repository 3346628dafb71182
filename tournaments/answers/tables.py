"""What is answered about a table."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from api.formats import Id, Moment
from tournaments.answers.entrants import SeatShown

Source: TypeAlias = Literal["", "match", "report", "override", "import"]


class Stopped(msgspec.Struct, frozen=True):
    """Why a table ended without a result; its round cannot close until the staff decides."""

    cause: Annotated[
        Literal["match_void", "overdue"],
        Meta(description="The cause: its match was called off, or its deadline passed."),
    ]
    detail: Annotated[str, Meta(description="Why the match was called off.")]
    awaited: Annotated[list[int], Meta(description="The entrants whose move was awaited.")]


class VersionShown(msgspec.Struct, frozen=True):
    """The result of a table as reported by a player."""

    entrant: int
    """The number of the entrant."""
    placings: list[int]
    """The place of each seat, from 1."""
    scores: list[int] | None
    """The scores by seat; null if there are none."""


class CountedMatchShown(msgspec.Struct, frozen=True):
    """A finished match of a table with several matches; figures are by seat of the table."""

    match: Id | None
    """The id of the match; null if it was played in person."""
    placings: list[int]
    """The place of each seat, from 1."""
    scores: list[int] | None
    """The scores by seat; null if there are none."""
    points: list[str]
    """The points of the match by seat, if points are added up; null otherwise."""


class TablePenalty(msgspec.Struct, frozen=True):
    """Points deducted by a judge at a table."""

    entrant: int
    """The number of the entrant."""
    points: str
    """The number of points."""
    reason: str
    """Why."""


class SeatsChosen(msgspec.Struct, frozen=True):
    """The choice of seats at a final."""

    entrant: int
    """The number of the entrant."""
    free: list[int]
    """The seats that are left, starting at 1."""
    until: Moment
    """When the drawn seat, or else the first free seat, is assigned automatically."""
    order: list[int]
    """The numbers of all entrants who choose, in order."""
    chosen: list[int]
    """The seats chosen so far, starting at 1, in the same order."""


class TableShown(msgspec.Struct, frozen=True):
    """A table; lists are by seat."""

    id: Id
    """The id of the table."""
    table: int
    """The number of the table in its round, starting at 1."""
    key: str
    """The position in the bracket, such as `L2-1`; empty in other formats."""
    sources: list[str]
    """Where the players come from, such as `loser of W1-3`."""
    seats: list[SeatShown]
    """The entrants, by seat."""
    choosing: Annotated[
        SeatsChosen | None, Meta(description="The current choice of seats; null if there is none.")
    ]
    match: Id | None
    """The id of the match, or of the current or last of several; null if played in person."""
    best_of: Annotated[
        int,
        Meta(
            description="The maximum number of matches; if more than 1, `scores` are the numbers "
            "of matches won."
        ),
    ]
    sum_of: Annotated[
        int,
        Meta(
            description="The number of matches whose points are added up; 1 if a single match or a "
            "best-of series decides."
        ),
    ]
    matches: Annotated[
        list[CountedMatchShown],
        Meta(description="The finished matches, if the table has several."),
    ]
    wins: Annotated[list[int], Meta(description="The number of these matches won so far, by seat.")]
    placings: list[int] | None
    """The places by seat, starting at 1; null before the result."""
    scores: list[int] | None
    """The scores by seat; null if there are none."""
    points: list[str] | None
    """The points by seat; null before the result."""
    source: Source
    """The source of the result; empty before there is one."""
    reported_by: int | None
    """The number of the entrant whose report awaits confirmation; null if none does."""
    versions: list[VersionShown]
    """The results as reported by the players; if there are several, a judge must decide."""
    disputed: bool
    """Whether the reports differ."""
    decision: str
    """The reason for a decision by the staff; empty if there is none."""
    void: bool
    """Whether the table was called off."""
    paid: Annotated[
        bool, Meta(description="Whether the players of a void table get as much as for a bye.")
    ]
    gone: Annotated[
        list[int],
        Meta(
            description="The entrants who had resigned, forfeited, or been replaced by a bot at "
            "the end."
        ),
    ]
    absent: Annotated[list[int], Meta(description="The entrants who forfeited by not appearing.")]
    draw_agreed_by: Annotated[
        list[int], Meta(description="The entrants who agree to a draw, until all at the table do.")
    ]
    ended: Annotated[
        Literal["", "agreed", "time_limit"],
        Meta(
            description="How the table ended without being played out: `agreed` for an agreed "
            "draw, or `time_limit`; empty otherwise."
        ),
    ]
    penalties: Annotated[
        list[TablePenalty],
        Meta(
            description="The point deductions at this table, already included in `points`; they "
            "survive corrections."
        ),
    ]
    stopped: Annotated[
        Stopped | None,
        Meta(
            description="Why the table ended without a result, awaiting a "
            "decision of the staff; null otherwise."
        ),
    ]
    ends_at: Moment | None
    """The deadline for the result; null if there is none."""
    judge_called: bool
    """Whether the table is waiting for a judge."""
    extra_seconds: int
    """The extra time of this table beyond that of its round, in seconds."""
    deal: Id | None
    """The id of the deal shared with other tables; null if the table has its own."""
    played: bool
    """Whether the match is over but its result is held back until the last table of the shared
    deal is over."""
    margins: Annotated[
        list[float] | None,
        Meta(
            description="The compared margins by seat: the score minus the mean of the others at "
            "the table, compared with all who held the same cards; null before the result, and if "
            "margins do not count."
        ),
    ]
