"""What the API answers the staff about pairs, as typed structs."""

from typing import Literal

from msgspec import Struct

from api.formats import Id, Instant


class PairDecision(Struct, frozen=True):
    """A decision by one of the two players."""

    match: Id
    """The id of the match."""
    at: int
    """The version of the match at which the decision was made."""
    seat: int
    """The number of the seat that made the decision."""
    given: float
    """How much the decision gave to the other player, as a share of opponents beaten."""


class PairCompared(Struct, frozen=True):
    """A comparison of a pair with others, for one game and number of players."""

    version: str
    """The version of the method."""
    game: str
    """The id of the game."""
    seats: int
    """The number of players in these matches."""
    matches: int
    """The number of matches on which the test is based."""
    status: Literal["usual", "once", "twice", "not_enough_matches"]
    """The outcome: usual, unusual once, unusual again on later matches, or too few matches to
    compare with."""
    z: list[float]
    """The test statistics: what the first gave to the second, and what the second gave to the
    first."""
    p: list[float] | None
    """The rank p-values of the pair: among the pairs of the second player with others, and among
    those of the first.

    Null if there are not enough. Before `partiality/3`, each direction was ranked separately."""
    compared_with: list[int]
    """The numbers of other pairs compared: of the second player, and of the first."""
    tests: int
    """The number of pairs tested in the month; among many, some are unusual by chance."""
    tested_at: Instant
    """When the test was made."""
    decisions: list[PairDecision]
    """The ten decisions that gave most."""


class PairShown(Struct, frozen=True):
    """The tests of a pair. They are no accusation and have no automatic consequences."""

    players: list[str]
    """The names of the two players, in the order of the figures."""
    tests: list[PairCompared]
    """The tests by game and number of players; empty if the two have not met often enough."""
