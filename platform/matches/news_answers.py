"""What an account's own stream tells, as typed structs.

No framework is imported here, as in `matches.answers`.
"""

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from api.formats import Id, Moment, Object
from matches.answers import (
    ChanceAsked,
    ClockShape,
    MatchStatus,
    OnTimeout,
    ResultListed,
    SeatShown,
)


class NewsLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """News of one of your matches."""

    match: Id
    """The id of the match."""
    version: int
    """The version of the match: the number of its events."""
    game: str
    """The id of the game."""
    my_seat: int
    """The number of your own seat."""
    id: int | UnsetType = UNSET
    """When it was sent, in milliseconds since 1970: what to resume after."""


class MatchStarted(NewsLine, frozen=True, kw_only=True, tag="match_started"):
    """A match of yours has begun."""

    rules: str
    """The id of the version of the rules."""
    options: Object
    """The options of the game."""
    seats: list[SeatShown]
    """The seats, in order."""
    clock: ClockShape | None
    """The time control; null if there are no time limits."""
    on_timeout: OnTimeout
    """What happens to a seat whose time is up."""


class YourTurn(NewsLine, frozen=True, kw_only=True, tag="your_turn"):
    """A decision that waits for you, with all that it takes to make it."""

    rules: str
    """The id of the version of the rules."""
    to_act: list[int]
    """The numbers of the seats that must decide now."""
    deadline: Moment | None
    """When the next player runs out of time; null while no clock is running."""
    view: Object | None
    """The table as you see it."""
    legal_moves: list[Object]
    """What you may do: send one of them as the move."""


class Chance(NewsLine, frozen=True, kw_only=True, tag="chance"):
    """The deal of a match waits for your promise or your share of its chance."""

    commitment: str
    """What the server is bound to."""
    chance: ChanceAsked
    """What it waits for."""


class MatchFinished(NewsLine, frozen=True, kw_only=True, tag="match_finished"):
    """A match of yours has ended: `finished`, or `void` when it was called off."""

    status: MatchStatus
    """`finished`, or `void` when it was called off."""
    result: ResultListed
    """How it ended."""


News: TypeAlias = MatchStarted | YourTurn | Chance | MatchFinished
