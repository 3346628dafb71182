"""What the API of tournaments answers, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tournaments.api.requests import Object


class TournamentListed(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    slug: str
    name: str
    game: str
    status: str
    paused: bool
    entrants: int
    round: int
    version: int


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant."""

    entrant: int
    name: str
    bot: str | None
    presence: str
    seed: int
    rating: int


class StageShown(msgspec.Struct, frozen=True):
    """A stage that has begun; its entrants in the order of their seeds."""

    stage: int
    format: str
    entrants: list[int]
    sources: list[str]
    """By what right each of the entrants who began it is there; empty for the first stage."""
    groups: list[list[int]]
    """From A on; empty in a format without groups."""
    complete: bool


class RoundListed(msgspec.Struct, frozen=True):
    """A round in short."""

    round: int
    stage: int
    status: Literal["draft", "live", "closed"]
    due_at: str | None
    """By when its tables are to be done, where the plan gives days."""
    undecided: Annotated[
        int, Meta(description="Tables that came to nothing and wait for a decision of the staff.")
    ]


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament."""

    id: str
    version: int
    status: str
    paused: bool
    settings: Object
    entrants: list[EntrantShown]
    stages: list[StageShown]
    rounds: list[RoundListed]
    previous_season: str | None
    """The slug of the season that a league was made from."""
    next_season: Object | None
    """Its slug, and who rises, falls (`moves`) and leaves (`left`)."""
    my_role: str | None
    my_entrant: int | None


class SeatShown(msgspec.Struct, frozen=True):
    """Who sits there, or has a bye."""

    entrant: int
    name: str


class Stopped(msgspec.Struct, frozen=True):
    """Why a table came to nothing: until the staff decides, its round does not close."""

    cause: Annotated[
        Literal["match_void", "overdue"],
        Meta(description="Its match was called off, or its days were over."),
    ]
    detail: Annotated[str, Meta(description="Why the match was called off.")]
    awaited: Annotated[list[int], Meta(description="Whose move it was.")]


class TableShown(msgspec.Struct, frozen=True):
    """A table; everything by seat."""

    id: str
    table: int
    key: str
    """Its place in a bracket, such as `L2-1`; empty in other formats."""
    sources: list[str]
    """Where its players come from, such as `loser of W1-3`."""
    seats: list[SeatShown]
    match: str | None
    placings: list[int] | None
    scores: list[int] | None
    points: list[str] | None
    source: str
    reported_by: int | None
    void: bool
    paid: Annotated[bool, Meta(description="Whether a void table brings what a bye does.")]
    gone: Annotated[
        list[int],
        Meta(description="Who had given up, forfeited, or left the seat to a bot at the end."),
    ]
    stopped: Annotated[
        Stopped | None, Meta(description="Why it came to nothing; the staff decides.")
    ]
    ends_at: str | None


class RoundShown(msgspec.Struct, frozen=True):
    """A round."""

    round: int
    stage: int
    status: Literal["draft", "live", "closed"]
    ends_at: Annotated[str | None, Meta(description="When it is meant to be over.")]
    tables: list[TableShown]
    byes: list[SeatShown]


class Explanation(msgspec.Struct, frozen=True):
    """Why a round is paired as it is."""

    round: int
    algorithm: str
    seed: str
    tables: list[Object]
    byes: list[str]
    alternatives: list[str]
    notes: list[str]


class StandingsLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings."""

    rank: int
    best_rank: Annotated[int | None, Meta(description="Bounds, where they can be told.")]
    worst_rank: int | None
    entrant: int
    name: str
    presence: str
    points: str
    points_units: Annotated[int, Meta(description="120 to a point.")]
    penalty: str
    played: int
    tiebreaks: dict[str, str]
    explained: Annotated[
        dict[str, Object] | UnsetType, Meta(description="With `explain`: value, addends, text.")
    ] = UNSET


class Standings(msgspec.Struct, frozen=True):
    """The standings; with `explain` every line has the addends of its tie-breaks."""

    version: int
    tiebreaks: list[str]
    results: list[StandingsLine]


class Audit(msgspec.Struct, frozen=True):
    """All that was done, by whom, when and why."""

    results: list[Object]


class Choices(msgspec.Struct, frozen=True):
    """What a tournament can be made of."""

    formats: list[Object]
    points: list[Object]
    tiebreaks: list[Object]
    templates: list[Object]


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would change (`dry_run=true`)."""

    version: int
    status: Object | None
    tables: list[Object]
    standings: list[Object]
    advancement: list[Object]
    ratings: list[Object]
    """What the ladder would tell, a line for every match that it would rate anew."""
    paired_on_old_results: list[int]
    choices: list[str]


class Answered(TournamentShown, frozen=True):
    """The tournament after a command; of a dry run as it would be, with the differences."""

    consequences: Consequences | None = None
