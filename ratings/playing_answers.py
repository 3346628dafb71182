"""What the API answers to players who look for a match: challenges and searches."""

from typing import Literal

import msgspec

from api.formats import Id, Moment, Object


class ChallengeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge."""

    id: Id
    """The id of the challenge."""
    challenger: str
    """The name of the challenger."""
    opponents: list[str]
    """The names of the challenged players."""
    accepted: list[str]
    """The names of the challenged players who have accepted."""
    status: Literal["open", "accepted", "played", "closed"]
    """The state of the challenge: waiting for answers, accepted, played, or closed without a
    match."""
    answer_by: Moment
    """The deadline for answers."""
    match: Id | None
    """The id of the match; null until it is open."""


class Eligibility(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a challenge is allowed, and every reason why not."""

    allowed: bool
    """Whether you may make the challenge."""
    reasons: list[Object]
    """The reasons against the challenge, each with a `code` and its values."""


class SearchShown(msgspec.Struct, frozen=True, kw_only=True):
    """A search for a match."""

    id: Id
    """The id of the search."""
    ladder: str
    """The slug of the ladder."""
    seats: int
    """The number of players."""
    per_move: int | None
    """Seconds per decision, as set on the ladder; null if it has no clock yet."""
    waiting_since: Moment
    """When the search began."""


class Searches(msgspec.Struct, frozen=True):
    """All your searches."""

    results: list[SearchShown]
    """The active searches."""
