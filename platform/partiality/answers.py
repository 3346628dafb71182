"""What the API answers the staff about pairs, as typed structs."""

from typing import Literal

from msgspec import Struct

from api.formats import Id, Instant


class PairDecision(Struct, frozen=True):
    """A decision of one of a pair."""

    match: Id
    """The match."""
    at: int
    """The version at which it was made."""
    seat: int
    """Who made it."""
    given: float
    """How much it gave the other one, in parts of the others left behind."""


class PairCompared(Struct, frozen=True):
    """A pair at tables of a game and size, beside the others who have met them as often."""

    version: str
    """The version of the method."""
    game: str
    """The id of the game."""
    seats: int
    """How many sit at the tables."""
    matches: int
    """On how many matches it rests."""
    status: Literal["usual", "once", "twice", "not_enough_matches"]
    """Whether it was unusual once, or again on later matches; or that there are too few others."""
    z: list[float]
    """The figure from the first to the second, and back."""
    p: list[float] | None
    """How the pair ranks among those of the second with others, and of the first; or null.

    Null where there are not enough. Before `partiality/3` each direction was ranked alone.
    """
    compared_with: list[int]
    """With how many others of the second, and of the first, it was compared."""
    tests: int
    """How many pairs were compared in the month: of a hundred some are unusual by chance."""
    tested_at: Instant
    """When."""
    decisions: list[PairDecision]
    """The ten that gave most."""


class PairShown(Struct, frozen=True):
    """What is known of a pair; nobody is accused by it, and nothing follows from it."""

    players: list[str]
    """The two, in the order of the figures."""
    tests: list[PairCompared]
    """By game and size of table; empty where they have not met often enough."""
