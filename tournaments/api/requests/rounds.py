"""What is asked about rounds and their clocks."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tournaments.api.requests.base import Command, Number


class RoundClockStart(Command, frozen=True, kw_only=True):
    """How long the round is, where that is said anew."""

    seconds: Annotated[
        Annotated[int, Meta(ge=60, le=86_400)] | None,
        Meta(
            description="The whole time. By default a clock that was stopped goes on, and a new"
            " one has the settings' `round_seconds`."
        ),
    ] = None


class Swap(Command, frozen=True, kw_only=True):
    """Two entrants who change places."""

    first: Number
    """The number of one entrant."""
    second: Number
    """The number of the other."""


class SitOut(Command, frozen=True, kw_only=True):
    """Who has a bye by request."""

    entrant: Number
    """The number of the entrant."""


class MoreTime(Command, frozen=True, kw_only=True):
    """How much longer."""

    seconds: Annotated[int, Meta(ge=1, le=366 * 86_400)]
    """How many seconds are added."""


class Apart(Swap, frozen=True, kw_only=True):
    """Two entrants who are not to meet."""

    lifted: bool = False
    """Whether they may meet again."""


class Repair(Command, frozen=True, kw_only=True):
    """What stays when a draft is paired again."""

    scope: Annotated[
        Literal["all", "touched"],
        Meta(
            description="`touched`: only tables whose players have left, or who take somebody in."
        ),
    ] = "all"
    pinned: Annotated[list[str], Meta(max_length=1000, description="Tables that stay.")] = (
        msgspec.field(default_factory=list)
    )
