"""What the API answers about how a program plays, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

import msgspec

from api.formats import Id, Instant, Moment


class DecisionShown(msgspec.Struct, frozen=True):
    """A decision that the account made or failed to make in time."""

    match: Id
    """The id of the match."""
    version: int
    """The version of the match after the decision."""
    type: str
    """The type of the event; `seat_timed_out` if the time ran out."""
    at: Moment
    """When the decision was made."""
    milliseconds: int
    """The time taken for the decision, in milliseconds."""


class Latency(msgspec.Struct, frozen=True):
    """Decision times in milliseconds; null if there are none."""

    count: int
    """The number of decisions."""
    p50: int | None
    """The median."""
    p90: int | None
    """The 90th percentile."""
    max: int | None
    """The maximum."""


class RefusalShown(msgspec.Struct, frozen=True):
    """A refused move."""

    at: Instant
    """When the move was refused."""
    match: Id | None
    """The id of the match; null if the request named none."""
    code: str
    """The problem code."""
    detail: str
    """The explanation of the problem."""
    request_id: str
    """The id of the request, as in `X-Request-Id`."""
    sent: str
    """The first 500 characters of the body."""


class Diagnostics(msgspec.Struct, frozen=True):
    """The performance and refused moves of a program."""

    latency: Latency
    """A summary of how long the decisions took."""
    decisions: list[DecisionShown]
    """The decisions by match, in order."""
    refusals: list[RefusalShown]
    """The refused moves, latest first."""
