"""What is answered about a table."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from api.formats import Id, Moment
from tournaments.answers.entrants import SeatShown

Source: TypeAlias = Literal["", "match", "report", "override", "import"]


class Stopped(msgspec.Struct, frozen=True):
    """Why a table came to nothing: until the staff decides, its round does not close."""

    cause: Annotated[
        Literal["match_void", "overdue"],
        Meta(description="Its match was called off, or its days were over."),
    ]
    detail: Annotated[str, Meta(description="Why the match was called off.")]
    awaited: Annotated[list[int], Meta(description="Whose move it was.")]


class VersionShown(msgspec.Struct, frozen=True):
    """What a player says how a table ended."""

    entrant: int
    """The number of the entrant."""
    placings: list[int]
    """The place of each seat, from 1."""
    scores: list[int] | None
    """The score of each seat, where there are scores."""


class CountedMatchShown(msgspec.Struct, frozen=True):
    """A match that is over, of a table that has several; by seat of the table."""

    match: Id | None
    """The id of the match; null where it was played in person."""
    placings: list[int]
    """The place of each seat, from 1."""
    scores: list[int] | None
    """The score of each seat in the game, where there are scores."""
    points: list[str]
    """What the match brings each seat, where points are added up."""


class TablePenalty(msgspec.Struct, frozen=True):
    """Points that a judge has taken from what a table brings."""

    entrant: int
    """The number of the entrant."""
    points: str
    """How many points."""
    reason: str
    """Why."""


class SeatsChosen(msgspec.Struct, frozen=True):
    """Whose turn it is to choose a seat at a final."""

    entrant: int
    """The number of the entrant."""
    free: list[int]
    """The seats that are left, from 1."""
    until: Moment
    """When the drawn seat is taken, or the first that is free."""
    order: list[int]
    """All who choose, in their order."""
    chosen: list[int]
    """The seats of those who have chosen, from 1, in the same order."""


class TableShown(msgspec.Struct, frozen=True):
    """A table; everything by seat."""

    id: Id
    """The id of the table."""
    table: int
    """The number of the table in its round, from 1."""
    key: str
    """Its place in a bracket, such as `L2-1`; empty in other formats."""
    sources: list[str]
    """Where its players come from, such as `loser of W1-3`."""
    seats: list[SeatShown]
    """The entrants, by seat."""
    choosing: Annotated[
        SeatsChosen | None, Meta(description="Whose choice of a seat it is; null where none is.")
    ]
    match: Id | None
    """The id of its match, where it is played here; of several the present or last one."""
    best_of: Annotated[
        int,
        Meta(
            description="How many matches it has at most; with more than 1, `scores` are the"
            " matches that each has won."
        ),
    ]
    sum_of: Annotated[
        int,
        Meta(
            description="How many matches it has, whose points are added up; 1 where the one match,"
            " or the best of several, decides."
        ),
    ]
    matches: Annotated[
        list[CountedMatchShown],
        Meta(description="Its matches that are over, where it has several."),
    ]
    wins: Annotated[list[int], Meta(description="How many of these each seat has won so far.")]
    placings: list[int] | None
    """The place of each seat, from 1; null before the result."""
    scores: list[int] | None
    """The score of each seat, where there are scores."""
    points: list[str] | None
    """The points of each seat; null before the result."""
    source: Source
    """Where the result comes from; empty before there is one."""
    reported_by: int | None
    """The number of the entrant whose report waits to be confirmed."""
    versions: list[VersionShown]
    """What its players say; more than one waits for a judge's decision."""
    disputed: bool
    """Whether its players say different things."""
    decision: str
    """Why the staff decided as it did; empty where it did not."""
    void: bool
    """Whether the table was called off."""
    paid: Annotated[bool, Meta(description="Whether a void table brings what a bye does.")]
    gone: Annotated[
        list[int],
        Meta(description="Who had given up, forfeited, or left the seat to a bot at the end."),
    ]
    absent: Annotated[list[int], Meta(description="Who forfeited by not coming.")]
    draw_agreed_by: Annotated[
        list[int], Meta(description="Who agrees to a draw, while not all at the table do.")
    ]
    ended: Annotated[
        Literal["", "agreed", "time_limit"],
        Meta(
            description="How it ended without being played out: `agreed`, a draw, or `time_limit`,"
            " as it stood then; else empty."
        ),
    ]
    penalties: Annotated[
        list[TablePenalty],
        Meta(
            description="Points off at this table, in `points` already; they outlast corrections."
        ),
    ]
    stopped: Annotated[
        Stopped | None, Meta(description="Why it came to nothing; the staff decides.")
    ]
    ends_at: Moment | None
    """When its result is meant to be there."""
    judge_called: bool
    """Whether the table waits for a judge."""
    extra_seconds: int
    """The time that this table has beyond the others of its round."""
    deal: Id | None
    """The id of the deal that it plays with others; null where it has its own."""
    played: bool
    """Whether its match is over, and its result waits for the last table of its deal."""
    margins: Annotated[
        list[float] | None,
        Meta(
            description="By seat: the score less the mean of the others at the table, compared with"
            " all who held the same cards; null before the result, and where margins do not count."
        ),
    ]
