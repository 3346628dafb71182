"""What the API answers to players who look for a match: challenges and searches."""

from typing import Literal

import msgspec

from api.formats import Id, Moment, Object


class ChallengeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge."""

    id: Id
    """The id of the challenge."""
    challenger: str
    """The name of the player who challenges."""
    opponents: list[str]
    """The names of the challenged players."""
    accepted: list[str]
    """Those of them who have accepted."""
    status: Literal["open", "accepted", "played", "closed"]
    """Whether it waits for answers, was accepted, was played, or came to nothing."""
    answer_by: Moment
    """When the time for an answer runs out."""
    match: Id | None
    """The id of its match, once that is open."""


class Eligibility(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a challenge is allowed, and every reason why not."""

    allowed: bool
    """Whether you may make the challenge."""
    reasons: list[Object]
    """Every reason against it: a `code`, and the values that belong to it."""


class SearchShown(msgspec.Struct, frozen=True, kw_only=True):
    """A search for a match."""

    id: Id
    """The id of the search."""
    ladder: str
    """The slug of the ladder."""
    seats: int
    """How many are to play."""
    per_move: int | None
    """Seconds for each decision in the match."""
    waiting_since: Moment
    """When the search began."""


class Searches(msgspec.Struct, frozen=True):
    """All your searches."""

    results: list[SearchShown]
    """The searches that are running."""
