"""What a bracket is drawn from, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Source(msgspec.Struct, frozen=True):
    """The origin of a player at a table."""

    kind: Literal["seed", "stage", "table"]
    """Whether the player comes from the seeding, an earlier stage, or another table."""
    of: Annotated[
        str, Meta(description="The number of the stage or the id of the table; empty for a seed.")
    ]
    place: Annotated[
        int, Meta(description="The seed, the rank in the stage, or the place at the table.")
    ]
    text: Annotated[
        str,
        Meta(
            description="A display text such as `second of group B`, if there is more to say; "
            "empty otherwise."
        ),
    ]


class BracketSeat(msgspec.Struct, frozen=True):
    """A seat in the bracket."""

    entrant: int | None
    """The number of the entrant; null if not known yet."""
    name: str
    """The name of the entrant; empty if not known yet."""
    source: Source | None
    """Where the entrant comes from; null if not applicable."""


class BracketTable(msgspec.Struct, frozen=True):
    """A table of the bracket; the seats of a future table are in no particular order."""

    id: Annotated[
        str,
        Meta(description="The id of the table; for a future table, an id used only in `edges`."),
    ]
    key: Annotated[
        str,
        Meta(
            description="The position in the bracket, such as `W1-3`; empty if "
            "positions have no names."
        ),
    ]
    table: int
    """The number of the table in its round."""
    seats: list[BracketSeat]
    """The seats."""
    placings: list[int] | None
    """The places by seat, starting at 1; null before the result."""
    void: bool
    """Whether the table was called off."""
    stopped: bool
    """Whether the table ended without a result and awaits a decision of the staff."""
    advances: list[int] | None
    """The entrants who advance, once there is a result; null if the format eliminates nobody."""


class BracketRound(msgspec.Struct, frozen=True):
    """A round of the bracket."""

    round: int | None
    """The number of the round; null for a future round."""
    status: Literal["live", "closed", "to_come"]
    """The state of the round: in progress, closed or still to come."""
    tables: list[BracketTable]
    """The tables of the round."""
    byes: list[BracketSeat]
    """The entrants who have a bye."""


class BracketStage(msgspec.Struct, frozen=True):
    """A stage of the bracket."""

    stage: int
    """The number of the stage, starting at 1."""
    format: str
    """The id of the format."""
    title: str
    """The name of the format."""
    eliminates: bool
    """Whether losers are eliminated."""
    status: Literal["planned", "running", "complete"]
    """The state of the stage: still to come, in progress or over."""
    rounds: list[BracketRound]
    """The rounds of the stage."""


class Edge(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    """A path between tables: the player in a place at one table moves to another."""

    origin: str
    """The id of the table from which the player comes."""
    place: int
    """The place at that table, starting at 1."""
    to: str
    """The id of the table to which the player goes."""


class Bracket(msgspec.Struct, frozen=True):
    """The bracket of a tournament: stages, rounds and tables, and the edges between them."""

    version: int
    """The version of the tournament."""
    stages: list[BracketStage]
    """The stages, in order."""
    edges: list[Edge]
    """The paths of players between tables."""
