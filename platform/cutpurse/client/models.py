"""The server's responses: the same structs that it encodes, under the client's names.

Unknown fields are ignored. Ids are strings, and so are the times of matches, in RFC 3339, which
`datetime.fromisoformat` reads.
"""

from typing import Any, TypeAlias

from accounts.answers import AccountShown as Account
from accounts.answers import Me
from accounts.answers import TokenIssued as Token
from matches.answers import ChanceAsked
from matches.answers import EventShown as Event
from matches.answers import MatchListed as MatchSummary
from matches.answers import MatchShown as Match
from matches.answers import Moved as MoveResult
from matches.answers import ResultShown as Result
from matches.answers import SeatShown as Seat
from matches.catalogue_answers import Bots, Games
from matches.catalogue_answers import BotShown as Bot
from matches.catalogue_answers import GameShown as Game
from matches.diagnostic_answers import Diagnostics
from matches.history_answers import Events
from matches.history_answers import HeadShown as Head
from matches.news_answers import MatchFinished as Finished
from matches.news_answers import MatchStarted as Started
from matches.news_answers import YourTurn as Turn

__all__ = [
    "NEWS",
    "Account",
    "AccountEvent",
    "Bot",
    "Bots",
    "ChanceAsked",
    "Diagnostics",
    "Event",
    "Events",
    "Finished",
    "Game",
    "Games",
    "Head",
    "Listed",
    "Match",
    "MatchSummary",
    "Me",
    "Move",
    "MoveResult",
    "Moved",
    "News",
    "Result",
    "Seat",
    "Started",
    "Token",
    "Turn",
    "View",
]

AccountEvent: TypeAlias = Turn | Started | Finished
"""The values that `follow` yields."""
News: TypeAlias = AccountEvent
Moved = MoveResult
Listed = MatchSummary
"""Former names, kept as aliases."""
Move: TypeAlias = dict[str, Any]
"""A move, as in the legal moves."""
View: TypeAlias = dict[str, Any]
"""A position as its viewer may see it; `GET /games` has the schema for each game."""


NEWS: dict[str, type[Turn] | type[Started] | type[Finished]] = {
    "your_turn": Turn,
    "match_started": Started,
    "match_finished": Finished,
}
