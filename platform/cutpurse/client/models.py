"""What the server answers: the very structs that it encodes, by the client's names.

Fields that are not known here are passed over. Ids are texts; so are the moments of matches, by
RFC 3339, which `datetime.fromisoformat` reads.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from accounts.answers import AccountShown as Account
from accounts.answers import Me
from accounts.answers import TokenIssued as Token
from matches.answers import Bots, Diagnostics, Events, Games, Moved, ResultListed
from matches.answers import BotShown as Bot
from matches.answers import ClockShape as Clock
from matches.answers import EventShown as Event
from matches.answers import GameShown as Game
from matches.answers import HeadShown as Head
from matches.answers import MatchListed as Listed
from matches.answers import MatchShown as Match
from matches.answers import ResultShown as Result
from matches.answers import SeatShown as Seat

__all__ = [
    "NEWS",
    "Account",
    "Bot",
    "Bots",
    "Diagnostics",
    "Event",
    "Events",
    "Finished",
    "Game",
    "Games",
    "Head",
    "Listed",
    "Match",
    "Me",
    "Move",
    "Moved",
    "News",
    "Result",
    "Seat",
    "Started",
    "Token",
    "Turn",
    "View",
]

Move: TypeAlias = dict[str, Any]
"""A decision, as it stands among the legal moves."""
View: TypeAlias = dict[str, Any]
"""The table as its viewer may see it; `GET /games` describes each game's."""


class Turn(Struct, frozen=True, kw_only=True):
    """A decision that waits for you, with all that it takes to make it."""

    match: str
    version: int
    game: str
    rules: str
    my_seat: int
    to_act: list[int]
    deadline: str | None
    view: View
    legal_moves: list[Move]


class Started(Struct, frozen=True, kw_only=True):
    """A match of yours has begun."""

    match: str
    version: int
    game: str
    rules: str
    options: dict[str, Any]
    seats: list[Seat]
    my_seat: int
    clock: Clock | None


class Finished(Struct, frozen=True, kw_only=True):
    """A match of yours has ended: `finished`, or `void` when it was called off."""

    match: str
    version: int
    game: str
    status: str
    my_seat: int
    result: ResultListed


News: TypeAlias = Turn | Started | Finished
"""What an account's own stream tells."""
NEWS: dict[str, type[Turn] | type[Started] | type[Finished]] = {
    "your_turn": Turn,
    "match_started": Started,
    "match_finished": Finished,
}
