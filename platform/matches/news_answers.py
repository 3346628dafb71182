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
    """A message about one of your matches."""

    match: Id
    """The id of the match."""
    version: int
    """The version of the match: the number of its events."""
    game: str
    """The id of the game."""
    my_seat: int
    """The number of your own seat."""
    id: int | UnsetType = UNSET
    """When the message was sent, in milliseconds since 1970; send it as `since` to resume."""


class MatchStarted(NewsLine, frozen=True, kw_only=True, tag="match_started"):
    """One of your matches has started."""

    rules: str
    """The id of the version of the rules."""
    options: Object
    """The options of the game."""
    seats: list[SeatShown]
    """The seats, in order."""
    clock: ClockShape | None
    """The time control; null if there are no time limits."""
    on_timeout: OnTimeout
    """What happens when a player runs out of time."""


class YourTurn(NewsLine, frozen=True, kw_only=True, tag="your_turn"):
    """A pending decision of yours, with everything needed to make it."""

    rules: str
    """The id of the version of the rules."""
    to_act: list[int]
    """The numbers of the seats that must decide now."""
    deadline: Moment | None
    """When the next player runs out of time; null while no clock is running."""
    view: Object | None
    """The position as you may see it."""
    legal_moves: list[Object]
    """Your legal moves: send one of them as `move`."""


class Chance(NewsLine, frozen=True, kw_only=True, tag="chance"):
    """The deal of a match is waiting for your promise or your share of the randomness."""

    commitment: str
    """The commitment of the server."""
    chance: ChanceAsked
    """What the deal is waiting for."""


class MatchFinished(NewsLine, frozen=True, kw_only=True, tag="match_finished"):
    """One of your matches has ended: `finished`, or `void` if it was called off."""

    status: MatchStatus
    """`finished`, or `void` if it was called off."""
    result: ResultListed
    """The result of the match."""


News: TypeAlias = MatchStarted | YourTurn | Chance | MatchFinished
