"""What the API answers about analyses, as typed structs."""

from typing import Literal

from msgspec import Struct

from api.formats import Object


class LuckOfSeat(Struct, frozen=True):
    """The luck of a seat."""

    seat: int
    """The seat number, starting at 0."""
    expected: float
    """The expected place: the mean place at the table."""
    luck: float
    """The number of places by which the draws moved the seat up; negative if down."""
    result: float
    """The final place; for a tie, the mean of the shared places."""
    rest: float
    """The number of places by which it finished better than its draws suggested."""


class LuckOfDraw(Struct, frozen=True):
    """The effect of one draw."""

    at: int
    """The version of the match after the event that revealed the draw."""
    seats: list[float]
    """The number of places by which the draw moved each seat up, by seat."""


class Luck(Struct, frozen=True):
    """The estimated effect of the draws of a match; it has no influence on ratings or standings."""

    version: str
    """The version of the method."""
    unit: Literal["places"]
    """The unit of all figures."""
    seats: list[LuckOfSeat]
    """The luck of each seat, in order; the sum is 0."""
    steps: list[LuckOfDraw]
    """The draws that had an effect, in order."""
    variance_left: float
    """The share of the variance of results in this game that luck does not explain, measured
    over many matches."""


class LuckOfGame(Struct, frozen=True):
    """The mean luck of a player in a game."""

    game: str
    """The id of the game."""
    matches: int
    """The number of matches that count."""
    mean: float
    """The mean number of places per match by which the draws moved the player up; negative if
    down."""
    low: float
    """The lower bound of the 95 % confidence interval of the mean."""
    high: float
    """The upper bound of the 95 % confidence interval of the mean."""


class LuckOfPlayer(Struct, frozen=True):
    """The mean luck of a player by game; in the long run it approaches 0 for everyone."""

    version: str
    """The version of the method."""
    unit: Literal["places"]
    """The unit of all figures."""
    least: int
    """The minimum number of matches for a game to be listed."""
    games: list[LuckOfGame]
    """The games with enough matches, ordered by id."""


class Queued(Struct, frozen=True):
    """An analysis that is not available yet."""

    status: Literal["queued", "failed"] = "queued"
    """Whether the analysis is queued, or has failed and will be retried within a day. Ask again
    after the number of seconds in `Retry-After`."""


class ReviewedMove(Struct, frozen=True):
    """A mistake or a good move."""

    at: int
    """The version of the match at which the decision was made."""
    made: Object
    """The move that was made."""
    other: Object
    """A better move; for a good move, the move that the bot `greedy` would have made."""
    is_good: bool
    """Whether `made` is the better of the two moves."""
    worth: float
    """The number of places by which the better move is better."""
    se: float
    """The standard error of `worth`."""
    worlds: int
    """The number of simulated deals in which both moves were played out; 0 in earlier versions
    of the method, which calculated some differences without simulation."""


class Review(Struct, frozen=True):
    """A review of the decisions of a seat, based on what the player could know."""

    version: str
    """The version of the method."""
    unit: Literal["places"]
    """The unit of all figures."""
    seat: int
    """The number of the seat."""
    decisions: int
    """The number of decisions by the player."""
    judged: int
    """The number of decisions with more than one legal move."""
    candidates: int
    """The number of decisions that stood out in the first step, before confirmation."""
    shown: list[ReviewedMove]
    """The worst mistakes, the largest first."""
    more: int
    """The number of further mistakes that are not listed."""
    good: list[ReviewedMove]
    """The moves that gained most over the bot `greedy`, the best first."""
    total: float
    """The total number of places lost by mistakes."""
    total_se: float
    """The standard error of `total`."""


class ReviewStatus(Struct, frozen=True):
    """The state of a review."""

    seat: int
    """The number of the seat."""
    status: Literal["queued", "done", "failed"]
    """Whether the review is queued, done or failed; a failed one is retried within a day."""
    published: bool
    """Whether everyone who may see the match may read the review."""
    review: Review | None
    """The review; null until it is done."""
