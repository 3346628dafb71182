"""What the API answers about how a program plays, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

import msgspec

from api.formats import Id, Instant, Moment


class DecisionShown(msgspec.Struct, frozen=True):
    """A decision that an account has made, or failed to make in time."""

    match: Id
    """The id of the match."""
    version: int
    """The version of the match that the decision made."""
    type: str
    """The event's; `seat_timed_out` where the time ran out."""
    at: Moment
    """When it was made."""
    milliseconds: int
    """Since the decision was there to be made."""


class Latency(msgspec.Struct, frozen=True):
    """How long the decisions took, in milliseconds; null without any."""

    count: int
    """How many decisions there were."""
    p50: int | None
    """What half of them took at most."""
    p90: int | None
    """What nine in ten of them took at most."""
    max: int | None
    """What the slowest took."""


class RefusalShown(msgspec.Struct, frozen=True):
    """A move of a program that was refused."""

    at: Instant
    """When it was refused."""
    match: Id | None
    """The id of the match, where the request named one."""
    code: str
    """The code of the problem."""
    detail: str
    """What was wrong, in words."""
    request_id: str
    """The id of the request, as in its X-Request-Id."""
    sent: str
    """The first 500 characters of the body."""


class Diagnostics(msgspec.Struct, frozen=True):
    """What the owner of a program wants to know."""

    latency: Latency
    """How long the decisions took."""
    decisions: list[DecisionShown]
    """The decisions, match by match, in their order."""
    refusals: list[RefusalShown]
    """The refused moves, the latest first."""
