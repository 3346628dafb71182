"""What a bracket is drawn from, as typed structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Source(msgspec.Struct, frozen=True):
    """Where somebody at a table comes from."""

    kind: Literal["seed", "stage", "table"]
    of: Annotated[str, Meta(description="A stage's number or a table's id; empty for a seed.")]
    place: Annotated[int, Meta(description="The seed, the rank, or the place at the table.")]
    text: Annotated[
        str,
        Meta(description="The same for people, where there is more to say: `second of group B`."),
    ]


class BracketSeat(msgspec.Struct, frozen=True):
    """A seat in a drawing; without an entrant while that is open."""

    entrant: int | None
    name: str
    source: Source | None


class BracketTable(msgspec.Struct, frozen=True):
    """A table in a drawing; the seats of one that is to come are in no order."""

    id: Annotated[str, Meta(description="Of a table that is to come, a name for the edges alone.")]
    key: Annotated[str, Meta(description="Its place, as `W1-3`; empty where places have no names.")]
    table: int
    seats: list[BracketSeat]
    placings: list[int] | None
    void: bool
    stopped: bool
    """Whether it came to nothing, and waits for a decision of the staff."""
    advances: list[int] | None
    """Who goes on, once there is a result; null where the format knocks nobody out."""


class BracketRound(msgspec.Struct, frozen=True):
    """A round in a drawing; without a number while it is to come."""

    round: int | None
    status: Literal["live", "closed", "to_come"]
    tables: list[BracketTable]
    byes: list[BracketSeat]


class BracketStage(msgspec.Struct, frozen=True):
    """A stage in a drawing."""

    stage: int
    format: str
    title: str
    eliminates: bool
    status: Literal["planned", "running", "complete"]
    rounds: list[BracketRound]


class Edge(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    """Who comes to a place at one table sits down at another."""

    origin: str
    place: int
    to: str


class Bracket(msgspec.Struct, frozen=True):
    """A tournament to be drawn: stages, rounds and tables, and the edges between them."""

    version: int
    stages: list[BracketStage]
    edges: list[Edge]
