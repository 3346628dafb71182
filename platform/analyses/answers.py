"""What the API answers about analyses, as typed structs."""

from typing import Literal

from msgspec import Struct


class LuckOfSeat(Struct, frozen=True):
    """What the draws were worth to a seat."""

    seat: int
    """The number of the seat, from 0."""
    expected: float
    """The mean place of the table."""
    luck: float
    """By how many places the draws moved the seat up; less than 0 is down."""
    result: float
    """The place it finished in; a tie is the mean of the places that it takes."""
    rest: float
    """By how many places it finished better than its draws promised."""


class LuckOfDraw(Struct, frozen=True):
    """What one draw was worth."""

    at: int
    """The version of the event that shows it."""
    seats: list[float]
    """By seat, how many places up."""


class Luck(Struct, frozen=True):
    """What the draws of a match were worth: an estimate, which counts for nothing else."""

    version: str
    """The version of the method."""
    unit: Literal["places"]
    """Of all figures."""
    seats: list[LuckOfSeat]
    """Every seat; their luck adds up to nothing."""
    steps: list[LuckOfDraw]
    """The draws that moved anything, in order."""
    variance_left: float
    """What part of the differences between results such luck does not explain, over many
    matches of this game."""


class Queued(Struct, frozen=True):
    """An analysis that is not there yet."""

    status: Literal["queued"] = "queued"
    """It will be; ask again after the seconds of `Retry-After`."""
