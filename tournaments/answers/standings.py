"""What is answered about the standings."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tournaments.state import EntrantStatus
from tournaments.tiebreaks.core import AddendKind


class AddendShown(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a tie-break's value."""

    text: str
    """What it comes from, in words."""
    value: str
    """What it adds, as a fraction."""
    kind: AddendKind
    """What it comes from: a round, all rounds until then, or one opponent."""
    round: int | None
    """The number of the round; null for an opponent."""
    opponents: list[int]
    """The numbers of the opponents in the round, or of the one opponent."""


class TieBreakExplained(msgspec.Struct, frozen=True):
    """How a tie-break comes to its value."""

    value: str
    """The value, as a fraction."""
    addends: list[AddendShown]
    """What it is the sum of."""
    text: str
    """What is not a sum, in a sentence; empty for most."""


class StandingsLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings."""

    rank: int
    """The rank; equal entrants share it."""
    best_rank: Annotated[
        int | None,
        Meta(description="Bounds by results alone, if nobody leaves or comes; null: unknown."),
    ]
    worst_rank: int | None
    """The worst final rank that is still possible."""
    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    presence: EntrantStatus
    """Whether the entrant is there, and if not, why."""
    no_shows: int
    """How often the entrant did not appear."""
    left_why: str
    """Why the entrant dropped out or was disqualified, where somebody has said."""
    points: str
    """The points, as people write them."""
    points_units: Annotated[int, Meta(description="120 to a point.")]
    penalty: str
    """Points that were taken away."""
    played: int
    """How many tables the entrant has finished."""
    tiebreaks: dict[str, str]
    """The value of each tie-break, by its id."""
    explained: Annotated[
        dict[str, TieBreakExplained] | UnsetType,
        Meta(description="With `explain`: how each tie-break comes to its value, by its id."),
    ] = UNSET


class Standings(msgspec.Struct, frozen=True):
    """The standings; with `explain` every line has the addends of its tie-breaks."""

    version: int
    """The version of the tournament."""
    tiebreaks: list[str]
    """The ids of the tie-breaks, in their order."""
    results: list[StandingsLine]
    """The entrants, best first."""
