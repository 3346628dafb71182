"""What the server answers, as typed values. Fields that are not known here are passed over."""

from datetime import datetime
from typing import Any, TypeAlias

from msgspec import Struct

Move: TypeAlias = dict[str, Any]
"""A decision, as it stands among the legal moves."""
View: TypeAlias = dict[str, Any]
"""The table as its viewer may see it; `GET /games` describes each game's."""


class Account(Struct, frozen=True):
    """An account as others see it."""

    id: str
    username: str
    is_bot: bool


class Me(Struct, frozen=True):
    """The account that the token stands for."""

    id: str
    username: str
    is_bot: bool
    scopes: list[str]
    token_id: str
    token_expires_at: datetime


class Token(Struct, frozen=True):
    """A new token; nobody can show it again."""

    token: str
    id: str
    name: str
    scopes: list[str]
    expires_at: datetime


class Players(Struct, frozen=True):
    """How many may play."""

    min: int
    max: int


class Game(Struct, frozen=True):
    """A game as it can be played here."""

    id: str
    name: str
    rules: str
    players: Players
    datasets: list[str]
    options: dict[str, Any]


class Bot(Struct, frozen=True):
    """A built-in bot."""

    id: str
    about: str
    games: list[str]


class Seat(Struct, frozen=True):
    """A taken seat."""

    seat: int
    player: str
    bot: str | None
    is_bot: bool
    left: bool


class Result(Struct, frozen=True):
    """How a match ended: placings and scores by seat, null when it was called off."""

    placings: list[int] | None = None
    scores: list[int] | None = None
    reason: str = ""


class Event(Struct, frozen=True):
    """Something that happened, as far as the viewer may know it."""

    version: int
    type: str
    data: dict[str, Any]
    at: str
    hash: str | None = None
    by: str | None = None


class Head(Struct, frozen=True):
    """Where the history of a match that is over ends, for comparing a log with it."""

    match: str
    game: str
    rules: str
    status: str
    version: int
    hash: str
    chain: int
    finished_at: datetime
    imported: bool


class Listed(Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    status: str
    seats_max: int
    players: list[str]
    bots: list[str]
    version: int
    opened_at: datetime
    result: Result | None


class Situation(Struct, frozen=True, kw_only=True):
    """What changes with every move."""

    version: int
    status: str
    to_act: list[int]
    deadline: datetime | None
    view: View | None
    legal_moves: list[Move]
    my_seat: int | None


class Match(Situation, frozen=True, kw_only=True):
    """A match as the viewer may see it."""

    id: str
    game: str
    rules: str
    dataset: str
    options: dict[str, Any]
    seats_max: int
    seats: list[Seat]
    clock: dict[str, Any] | None
    on_timeout: str
    bots: str
    commitment: str
    imported: bool = False
    """Whether it was played elsewhere; then the players' names are no accounts of this site."""
    result: Result | None


class Moved(Situation, frozen=True, kw_only=True):
    """What a command has brought about."""

    events: list[Event]


class Turn(Struct, frozen=True, kw_only=True):
    """A decision that waits for you, with all that it takes to make it."""

    match: str
    version: int
    game: str
    rules: str
    my_seat: int
    to_act: list[int]
    deadline: datetime | None
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
    clock: dict[str, Any] | None


class Finished(Struct, frozen=True, kw_only=True):
    """A match of yours has ended: `finished`, or `void` when it was called off."""

    match: str
    version: int
    game: str
    status: str
    my_seat: int
    result: Result


News: TypeAlias = Turn | Started | Finished
"""What an account's own stream tells."""
NEWS: dict[str, type[Turn] | type[Started] | type[Finished]] = {
    "your_turn": Turn,
    "match_started": Started,
    "match_finished": Finished,
}


class Decision(Struct, frozen=True):
    """A decision that was made, and how long it took."""

    match: str
    version: int
    type: str
    at: datetime
    milliseconds: int


class Refused(Struct, frozen=True):
    """A move of a program that was refused."""

    at: datetime
    match: str | None
    code: str
    detail: str
    request_id: str
    sent: str


class Diagnostics(Struct, frozen=True):
    """How the account decides."""

    latency: dict[str, int | None]
    decisions: list[Decision]
    refusals: list[Refused]
