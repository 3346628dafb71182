"""What the API of matches answers, as typed structs."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from matches.api.requests import ClockShape, Object


class VacationShown(msgspec.Struct, frozen=True):
    """The vacation that you are on, if you are, and what is left."""

    begins_at: str | None
    ends_at: str | None
    days_left: float
    """Of this year's allowance."""


class SeatShown(msgspec.Struct, frozen=True):
    """A taken seat."""

    seat: int
    player: str
    bot: str | None
    """The built-in bot that plays here."""
    is_bot: bool
    """The badge: a built-in bot, or a program's account."""
    left: bool
    """Whether the player has given the match up, or forfeited it."""
    away: bool
    """Whether the bot plays for the player, who may come back with `POST …/return`."""


class ResultShown(msgspec.Struct, frozen=True):
    """How a match ended; placings and scores are by seat, and null when it was called off."""

    placings: list[int] | None
    scores: list[int] | None
    reason: str


class EventShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as far as the asker may know it."""

    version: int
    type: str
    data: Object
    at: str
    hash: str | None
    """Null until the match is over: a hash would tell what is hidden."""
    by: str | UnsetType | None = UNSET
    """A digest of who did it, of events under chain 2; null as long as the hash is."""


class ClockShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    seat: int
    remaining: float
    """Seconds that the present decision, or else the next, had from `running_since` on."""
    running_since: str | None
    """Null while the clock stands; where it stands for a while the moment when it runs on."""
    deadline: str | None
    disconnect: float | UnsetType = UNSET
    """Seconds for which the clock will stand yet while the player is cut off; only in matches
    that allow for that."""
    disconnected_since: str | UnsetType | None = UNSET
    """Since when the clock stands because the player is cut off."""


class PauseShown(msgspec.Struct, frozen=True):
    """Why nobody may move."""

    by: str
    """`players` or `organiser`, who alone can end it then."""
    reason: str
    since: str
    until: str | None
    """When it ends by itself, if it does."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What changes with every move."""

    version: int
    status: Literal["open", "live", "finished", "void"]
    to_act: list[int]
    deadline: str | None
    """When the first seat runs out of time; null while no clock runs."""
    clocks: list[ClockShown]
    """One a seat; empty in a match without clocks."""
    paused: PauseShown | None
    view: Object | None
    """The table as the asker sees it; null before the start."""
    legal_moves: list[Object]


class MatchShown(Situation, frozen=True, kw_only=True):
    """A match as the asker may see it."""

    id: str
    game: str
    rules: str
    dataset: str
    options: Object
    seats_max: int
    seats: list[SeatShown]
    clock: ClockShape | None
    on_timeout: str
    bots: Literal["none", "allowed", "only"]
    vacations: bool
    """Whether a player's days off stop the clock of their seat."""
    commitment: str
    imported: bool
    """Whether it was played elsewhere and brought in from its log; then names are no accounts."""
    my_seat: int | None
    votes: dict[str, list[int]]
    """The seats that want the match called off (`abort`), paused (`pause`) or to go on (`resume`),
    which it is when all players want it."""
    no_votes: dict[str, Literal["tournament", "rated"]]
    """What players cannot decide by a vote here (`abort`, `pause`), and why not."""
    result: ResultShown | None


class Moved(Situation, frozen=True, kw_only=True):
    """What a command has brought about."""

    my_seat: int | None
    events: list[EventShown]


class Votes(msgspec.Struct, frozen=True):
    """Votes to call a match off; with the last one needed it is void."""

    votes: int
    needed: int
    status: Literal["live", "void"]


class PauseVotes(msgspec.Struct, frozen=True):
    """Votes to pause or to go on; none are needed where an organiser has ordered it."""

    votes: int
    needed: int
    status: Literal["live", "void"]
    paused: bool


class Events(msgspec.Struct, frozen=True):
    """A part of a match's history."""

    results: list[EventShown]


class Replay(msgspec.Struct, frozen=True):
    """The table as it stood at a version."""

    version: int
    viewer: str | int
    status: str
    to_act: list[int]
    view: Object | None
    event: EventShown
    """What had just happened."""


class ClientSeed(msgspec.Struct, frozen=True):
    """A player's part of the chance."""

    seat: int
    client_seed: str


class DrawShown(msgspec.Struct, frozen=True):
    """One draw of the scheme fair/1."""

    label: str
    kind: Literal["below", "shuffle"]
    n: int
    result: int | list[int]


class Proof(msgspec.Struct, frozen=True):
    """What proves the draws; seed and draws are null until the match is over."""

    scheme: str
    match: str
    commitment: str
    client_seeds: list[ClientSeed]
    seed: str | None
    draws: list[DrawShown] | None


class HeadShown(msgspec.Struct, frozen=True):
    """Where the history of a match that is over ends: what a downloaded log is compared with."""

    match: str
    game: str
    rules: str
    status: str
    version: int
    """How many events there are."""
    hash: str
    """Of the last one; it covers all before it."""
    chain: int
    """The version of the chain that the last event is under."""
    finished_at: str
    imported: bool
    """Whether the match came from a file: then this site does not answer for it."""


class MatchListed(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    rules: str
    status: str
    seats_max: int
    players: list[str]
    bots: list[str]
    """Those of the players who are bots: built-in ones and programs."""
    version: int
    opened_at: str
    started_at: str | None
    ended_at: str | None
    imported: bool
    """Whether it was played elsewhere and brought in from its log; then names are no accounts."""
    result: Object | None


class Players(msgspec.Struct, frozen=True):
    """How many may play a game."""

    min: int
    max: int


class GameShown(msgspec.Struct, frozen=True):
    """A game as it can be played here."""

    id: str
    name: str
    rules: str
    players: Players
    datasets: list[str]
    options: Object
    """The JSON schema of the options."""
    move: Object
    """The JSON schema of a move."""
    view: Object
    """The JSON schema of a view."""


class Games(msgspec.Struct, frozen=True):
    """All games."""

    results: list[GameShown]


class BotShown(msgspec.Struct, frozen=True):
    """A built-in bot."""

    id: str
    about: str
    """A sentence for the person who seats it."""
    games: list[str]


class Bots(msgspec.Struct, frozen=True):
    """All built-in bots."""

    results: list[BotShown]


class DecisionShown(msgspec.Struct, frozen=True):
    """A decision that an account has made, or failed to make in time."""

    match: str
    version: int
    type: str
    """The event's; `seat_timed_out` where the time ran out."""
    at: str
    milliseconds: int
    """Since the decision was there to be made."""


class Latency(msgspec.Struct, frozen=True):
    """How long the decisions took, in milliseconds; null without any."""

    count: int
    p50: int | None
    p90: int | None
    max: int | None


class RefusalShown(msgspec.Struct, frozen=True):
    """A move of a program that was refused."""

    at: datetime
    match: UUID | None
    code: str
    detail: str
    request_id: str
    sent: str
    """The first 500 characters of the body."""


class Diagnostics(msgspec.Struct, frozen=True):
    """What the owner of a program wants to know."""

    latency: Latency
    decisions: list[DecisionShown]
    refusals: list[RefusalShown]
