"""What is answered about stages and rounds."""

from typing import Annotated, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from api.formats import Moment
from tournaments.answers.entrants import SeatShown
from tournaments.answers.tables import TableShown


class StageShown(msgspec.Struct, frozen=True):
    """A stage that has begun; its entrants in the order of their seeds."""

    stage: int
    """The number of the stage, from 1."""
    format: str
    """The id of the format."""
    entrants: list[int]
    """The numbers of the entrants, in the order of their seeds."""
    sources: list[str]
    """By what right each of the entrants who began it is there; empty for the first stage."""
    groups: list[list[int]]
    """From A on; empty in a format without groups."""
    complete: bool
    """Whether the stage is over."""


class RoundListed(msgspec.Struct, frozen=True):
    """A round in short."""

    round: int
    """The number of the round, from 1."""
    stage: int
    """The number of its stage."""
    status: Literal["draft", "live", "closed"]
    """Whether it is not published yet, is being played, or is over."""
    due_at: Moment | None
    """By when its tables are to be done, where the plan gives days."""
    undecided: Annotated[
        int, Meta(description="Tables that came to nothing and wait for a decision of the staff.")
    ]


class RoundClockShown(msgspec.Struct, frozen=True):
    """The clock of a round in person, without the extra time of single tables."""

    seconds: int
    """Its whole length, with the extra time of the round."""
    running: bool
    """Whether time runs down."""
    ends_at: Annotated[Moment | None, Meta(description="When the time is up; null while stopped.")]
    left_ms: Annotated[int | None, Meta(description="What is left of a stopped clock.")]


class RoundShown(msgspec.Struct, frozen=True):
    """A round."""

    round: int
    """The number of the round, from 1."""
    stage: int
    """The number of its stage."""
    status: Literal["draft", "live", "closed"]
    """Whether it is not published yet, is being played, or is over."""
    ends_at: Annotated[Moment | None, Meta(description="When it is meant to be over.")]
    tables: list[TableShown]
    """The tables, by number."""
    byes: list[SeatShown]
    """The entrants who have a bye."""
    clock: RoundClockShown | None
    """The clock of a round in person, once it was started."""


class TableExplained(TypedDict):
    """Why a table is as it is; what was not kept is left out."""

    seats: Annotated[list[str], Meta(description="The names of its players, by seat.")]
    repeats: NotRequired[
        Annotated[
            int, Meta(description="Pairs that have met before, each as often as they have met.")
        ]
    ]
    terms: NotRequired[
        Annotated[
            dict[str, int],
            Meta(description="The terms of the table's cost, by name; less is better."),
        ]
    ]
    text: NotRequired[Annotated[str, Meta(description="What else there is to say; or empty.")]]


class Explanation(msgspec.Struct, frozen=True):
    """Why a round is paired as it is."""

    round: int
    """The number of the round."""
    algorithm: str
    """The algorithm that paired the round, with its version."""
    seed: str
    """The random seed of the draw."""
    tables: list[TableExplained]
    """Each table with its seats, and what the pairing cost there and why."""
    byes: list[str]
    """The names of the entrants who have a bye."""
    alternatives: list[str]
    """What else was considered."""
    notes: list[str]
    """What the organiser should know about the round."""
