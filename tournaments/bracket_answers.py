"""What a bracket is drawn from, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Source(msgspec.Struct, frozen=True):
    """Where somebody at a table comes from."""

    kind: Literal["seed", "stage", "table"]
    """Whether somebody comes by a seed, from an earlier stage, or from a table."""
    of: Annotated[str, Meta(description="A stage's number or a table's id; empty for a seed.")]
    place: Annotated[int, Meta(description="The seed, the rank, or the place at the table.")]
    text: Annotated[
        str,
        Meta(description="The same for people, where there is more to say: `second of group B`."),
    ]


class BracketSeat(msgspec.Struct, frozen=True):
    """A seat in a drawing; without an entrant while that is open."""

    entrant: int | None
    """The number of the entrant; null while that is open."""
    name: str
    """The name of the entrant; empty while that is open."""
    source: Source | None
    """Where the entrant comes from."""


class BracketTable(msgspec.Struct, frozen=True):
    """A table in a drawing; the seats of one that is to come are in no order."""

    id: Annotated[str, Meta(description="Of a table that is to come, a name for the edges alone.")]
    key: Annotated[str, Meta(description="Its place, as `W1-3`; empty where places have no names.")]
    table: int
    """The number of the table in its round."""
    seats: list[BracketSeat]
    """Who sits there."""
    placings: list[int] | None
    """The place of each seat, from 1; null before the result."""
    void: bool
    """Whether the table was called off."""
    stopped: bool
    """Whether it came to nothing, and waits for a decision of the staff."""
    advances: list[int] | None
    """Who goes on, once there is a result; null where the format knocks nobody out."""


class BracketRound(msgspec.Struct, frozen=True):
    """A round in a drawing; without a number while it is to come."""

    round: int | None
    """The number of the round; null while it is to come."""
    status: Literal["live", "closed", "to_come"]
    """Whether the round is being played, is over, or is to come."""
    tables: list[BracketTable]
    """The tables of the round."""
    byes: list[BracketSeat]
    """Those who have a bye."""


class BracketStage(msgspec.Struct, frozen=True):
    """A stage in a drawing."""

    stage: int
    """The number of the stage, from 1."""
    format: str
    """The id of the format."""
    title: str
    """The name of the format."""
    eliminates: bool
    """Whether those who lose are out."""
    status: Literal["planned", "running", "complete"]
    """Whether the stage is to come, is being played, or is over."""
    rounds: list[BracketRound]
    """The rounds of the stage."""


class Edge(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    """Who comes to a place at one table sits down at another."""

    origin: str
    """The id of the table that somebody comes from."""
    place: int
    """The place at that table, from 1."""
    to: str
    """The id of the table that they go to."""


class Bracket(msgspec.Struct, frozen=True):
    """A tournament to be drawn: stages, rounds and tables, and the edges between them."""

    version: int
    """The version of the tournament."""
    stages: list[BracketStage]
    """The stages, in order."""
    edges: list[Edge]
    """Who goes from where to where."""
