"""What is asked about rounds and their clocks."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tournaments.api.requests.base import Command, Number


class RoundClockStart(Command, frozen=True, kw_only=True):
    """A request to start a round's clock."""

    seconds: Annotated[
        Annotated[int, Meta(ge=60, le=86_400)] | None,
        Meta(
            description="The total time in seconds. By default a stopped clock continues, and a "
            "new one has `round_seconds` of the settings."
        ),
    ] = None


class Swap(Command, frozen=True, kw_only=True):
    """Two entrants to swap."""

    first: Number
    """The number of one entrant."""
    second: Number
    """The number of the other."""


class SitOut(Command, frozen=True, kw_only=True):
    """An entrant who gets a bye by request."""

    entrant: Number
    """The number of the entrant."""


class MoreTime(Command, frozen=True, kw_only=True):
    """An extension."""

    seconds: Annotated[int, Meta(ge=1, le=366 * 86_400)]
    """The number of seconds to add."""


class Apart(Swap, frozen=True, kw_only=True):
    """Two entrants to keep apart."""

    lifted: bool = False
    """Whether to lift the restriction."""


class Repair(Command, frozen=True, kw_only=True):
    """How to pair a round again."""

    scope: Annotated[
        Literal["all", "touched"],
        Meta(
            description="The scope; `touched` for only those tables whose players have left or "
            "that take in new players."
        ),
    ] = "all"
    pinned: Annotated[list[str], Meta(max_length=1000, description="The tables to keep.")] = (
        msgspec.field(default_factory=list)
    )
