"""What is answered about the standings."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tournaments.state import EntrantStatus
from tournaments.tiebreaks.core import AddendKind


class AddendShown(msgspec.Struct, frozen=True, kw_only=True):
    """An addend of a tie-break value."""

    text: str
    """The source of the addend, as text."""
    value: str
    """The value, as a fraction."""
    kind: AddendKind
    """The kind of source: a round, all rounds up to one, or one opponent."""
    round: int | None
    """The number of the round; null for an opponent."""
    opponents: list[int]
    """The numbers of the opponents in the round, or of the one opponent."""


class TieBreakExplained(msgspec.Struct, frozen=True):
    """The calculation of a tie-break."""

    value: str
    """The value, as a fraction."""
    addends: list[AddendShown]
    """The addends."""
    text: str
    """An explanation for values that are not sums; empty for most."""


class StandingsLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant in the standings."""

    rank: int
    """The rank; tied entrants share it."""
    best_rank: Annotated[
        int | None,
        Meta(
            description="The best final rank that is still possible, considering results alone "
            "and if nobody leaves or enters; null if unknown."
        ),
    ]
    worst_rank: int | None
    """The worst final rank that is still possible, on the same conditions; null if unknown."""
    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    presence: EntrantStatus
    """Whether the entrant is present and, if not, why."""
    no_shows: int
    """The number of times that the entrant did not appear."""
    left_why: str
    """Why the entrant dropped out or was disqualified; empty if no reason was given."""
    points: str
    """The points, in display format."""
    points_units: Annotated[int, Meta(description="The number of units; 120 units are one point.")]
    penalty: str
    """The points deducted."""
    played: int
    """The number of tables that the entrant has finished."""
    tiebreaks: dict[str, str]
    """The tie-break values, by id."""
    explained: Annotated[
        dict[str, TieBreakExplained] | UnsetType,
        Meta(description="With `explain`, the calculation of each tie-break, by id."),
    ] = UNSET


class Standings(msgspec.Struct, frozen=True):
    """The standings of a tournament."""

    version: int
    """The version of the tournament."""
    tiebreaks: list[str]
    """The ids of the tie-breaks, in order."""
    results: list[StandingsLine]
    """The entrants, best first."""
