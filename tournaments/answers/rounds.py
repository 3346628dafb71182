"""What is answered about stages and rounds."""

from typing import Annotated, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from api.formats import Moment
from tournaments.answers.entrants import SeatShown
from tournaments.answers.tables import TableShown


class StageShown(msgspec.Struct, frozen=True):
    """A stage that has started."""

    stage: int
    """The number of the stage, starting at 1."""
    format: str
    """The id of the format."""
    entrants: list[int]
    """The numbers of the entrants, in the order of their seeds."""
    sources: list[str]
    """How each of its initial entrants qualified; empty for the first stage."""
    groups: list[list[int]]
    """The groups, starting with A; empty in a format without groups."""
    complete: bool
    """Whether the stage is over."""


class RoundListed(msgspec.Struct, frozen=True):
    """The summary of a round."""

    round: int
    """The number of the round, starting at 1."""
    stage: int
    """The number of the stage."""
    status: Literal["draft", "live", "closed"]
    """The state of the round: not published yet, in progress or closed."""
    due_at: Moment | None
    """The deadline of the tables, if the settings have one; null otherwise."""
    undecided: Annotated[
        int,
        Meta(
            description="The number of tables that ended without a result and await a "
            "decision of the staff."
        ),
    ]


class RoundClockShown(msgspec.Struct, frozen=True):
    """The clock of a round in person, without the extra time of individual tables."""

    seconds: int
    """The total length in seconds, including extra time of the round."""
    running: bool
    """Whether the clock is running."""
    ends_at: Annotated[
        Moment | None, Meta(description="When the time runs out; null while the clock is stopped.")
    ]
    left_ms: Annotated[
        int | None,
        Meta(
            description="The time left on a stopped clock in "
            "milliseconds; null while it is running."
        ),
    ]


class RoundShown(msgspec.Struct, frozen=True):
    """A round."""

    round: int
    """The number of the round, starting at 1."""
    stage: int
    """The number of the stage."""
    status: Literal["draft", "live", "closed"]
    """The state of the round: not published yet, in progress or closed."""
    ends_at: Annotated[
        Moment | None, Meta(description="The planned end of the round; null if there is none.")
    ]
    tables: list[TableShown]
    """The tables, by number."""
    byes: list[SeatShown]
    """The entrants who have a bye."""
    clock: RoundClockShown | None
    """The clock of a round in person; null until it is started."""


class TableExplained(TypedDict):
    """An explanation of a table; fields that were not recorded are omitted."""

    seats: Annotated[list[str], Meta(description="The names of the players, by seat.")]
    repeats: NotRequired[
        Annotated[
            int,
            Meta(
                description="The pairs that have met before, each repeated as often as they "
                "have met."
            ),
        ]
    ]
    terms: NotRequired[
        Annotated[
            dict[str, int],
            Meta(description="The terms of the cost of the table, by name; lower is better."),
        ]
    ]
    text: NotRequired[
        Annotated[str, Meta(description="Further explanation; empty if there is none.")]
    ]


class Explanation(msgspec.Struct, frozen=True):
    """An explanation of the pairing of a round."""

    round: int
    """The number of the round."""
    algorithm: str
    """The algorithm that paired the round, with its version."""
    seed: str
    """The random seed of the draw."""
    tables: list[TableExplained]
    """The tables with their seats, and the cost of the pairing with the reasons."""
    byes: list[str]
    """The names of the entrants who have a bye."""
    alternatives: list[str]
    """The alternatives that were considered."""
    notes: list[str]
    """Notes for the organiser about the round."""
