"""What the API answers about analyses, as typed structs."""

from typing import Literal

from msgspec import Struct

from api.formats import Object


class LuckOfSeat(Struct, frozen=True):
    """What the draws were worth to a seat."""

    seat: int
    """The seat number, starting at 0."""
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


class LuckOfGame(Struct, frozen=True):
    """What the draws of a game were worth to a player in the mean of many matches."""

    game: str
    """The id of the game."""
    matches: int
    """How many matches count."""
    mean: float
    """By how many places a match the draws moved the player up; less than 0 is down."""
    low: float
    """The lower end of the interval that contains the true mean in 95 of 100 cases."""
    high: float
    """The upper end of that interval."""


class LuckOfPlayer(Struct, frozen=True):
    """What the draws were worth to a player over many matches: it comes to nothing in the end."""

    version: str
    """The version of the method."""
    unit: Literal["places"]
    """Of all figures."""
    least: int
    """How many matches of a game it takes for the game to be listed."""
    games: list[LuckOfGame]
    """The games with as many matches, by id."""


class Queued(Struct, frozen=True):
    """An analysis that is not there yet."""

    status: Literal["queued", "failed"] = "queued"
    """It will be, or it has failed and is tried again within a day; ask again after the seconds
    of `Retry-After`."""


class ReviewedMove(Struct, frozen=True):
    """A decision that stands out."""

    at: int
    """The version of the match at which it was made."""
    made: Object
    """The move that was made."""
    other: Object
    """A better one; of a good move, what the bot `greedy` would have made."""
    is_good: bool
    """Whether the made one is the better of the two."""
    worth: float
    """By how many places one is better than the other."""
    se: float
    """The standard error of that."""
    worlds: int
    """In how many imagined worlds both were played out; 0 by earlier versions, where they were
    reckoned through instead."""


class Review(Struct, frozen=True):
    """The decisions of a seat, by what it could know."""

    version: str
    """The version of the method."""
    unit: Literal["places"]
    """Of all figures."""
    seat: int
    """The number of the seat."""
    decisions: int
    """How many decisions the player made."""
    judged: int
    """How many left a choice."""
    candidates: int
    """How many stood out before they were looked at again."""
    shown: list[ReviewedMove]
    """The moves that gave most away, in order."""
    more: int
    """How many others gave something away."""
    good: list[ReviewedMove]
    """The moves that gained most on `greedy`, in order."""
    total: float
    """What all mistakes gave away together."""
    total_se: float
    """The standard error of that."""


class ReviewStatus(Struct, frozen=True):
    """How a review stands."""

    seat: int
    """The number of the seat."""
    status: Literal["queued", "done", "failed"]
    """Whether it is there; what has failed is tried again within a day."""
    published: bool
    """Whether everybody who may see the match may read it."""
    review: Review | None
    """The review, once it is done."""
