"""What the API of matches answers, as typed structs.

No framework is imported here: the Python client has these structs, too.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.formats import Id, Moment, Object, RequestModel
from matches.phrases import Phrase, Room
from matches.time_control import BANK_MAX, DISCONNECT_MAX, INCREMENT_MAX, PER_MOVE_MAX

OnTimeout: TypeAlias = Literal["auto", "bot", "forfeit", "abort"]
Viewer: TypeAlias = Literal["public", "all"] | int
LiveOrVoid: TypeAlias = Literal["live", "void"]
MatchStatus: TypeAlias = Literal["open", "live", "finished", "void"]


class ClockShape(RequestModel, frozen=True, kw_only=True, omit_defaults=True):
    """Seconds that a seat has: `per_move`, `per_move` and `bank`, or `bank` and `increment`."""

    per_move: Annotated[int, Meta(ge=1, le=PER_MOVE_MAX)] | UnsetType = UNSET
    """For each decision."""
    bank: Annotated[int, Meta(ge=1, le=BANK_MAX)] | UnsetType = UNSET
    """For the match, beyond each move's own time."""
    increment: Annotated[int, Meta(ge=0, le=INCREMENT_MAX)] | UnsetType = UNSET
    """Added to the bank by each decision."""
    disconnect: Annotated[int, Meta(ge=1, le=DISCONNECT_MAX)] | UnsetType = UNSET
    """For the match: how long the clock of a player stands who is cut off."""


class VacationShown(msgspec.Struct, frozen=True):
    """The vacation that you are on, if you are, and what is left."""

    begins_at: Moment | None
    """When it began; null while you are on none."""
    ends_at: Moment | None
    """When it ends; null while you are on none."""
    days_left: float
    """Of this year's allowance."""


class SeatShown(msgspec.Struct, frozen=True):
    """A taken seat."""

    seat: int
    """The number of the seat, from 0."""
    player: str
    """The user name of the player, or the id of the built-in bot."""
    bot: str | None
    """The built-in bot that plays here."""
    is_bot: bool
    """The badge: a built-in bot, or a program's account."""
    left: bool
    """Whether the player has given the match up, or forfeited it."""
    away: bool
    """Whether the bot plays for the player, who may come back with `POST …/return`."""
    timed_out: bool = False
    """Whether the player left, or is away, because the time ran out."""


class ResultShown(msgspec.Struct, frozen=True):
    """How a match ended; placings and scores are by seat, and null when it was called off."""

    placings: list[int] | None
    """The place of each seat, from 1; seats that tie share it."""
    scores: list[int] | None
    """The score of each seat; null where the game keeps none."""
    reason: str
    """Why the match ended."""


class ResultListed(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended, as lists tell it."""

    reason: str
    """Why the match ended."""
    scores: list[int] | UnsetType | None = UNSET
    """The score of each seat; left out for a match that was called off."""
    placings: list[int] | UnsetType | None = UNSET
    """The place of each seat, from 1; left out for a match that was called off."""


class EventShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as far as the asker may know it."""

    version: int
    """The version of the match that the event made."""
    type: str
    """The type of the event."""
    data: Object
    """The fields of the event, which depend on its type and on the game."""
    at: Moment
    """When it happened."""
    hash: str | None
    """Null until the match is over: a hash would tell what is hidden."""
    by: str | UnsetType | None = UNSET
    """A digest of who did it, of events under chain 2; null as long as the hash is."""
    schema: int | UnsetType = UNSET
    """The version of the form of `data`, where it is not 1."""


class ClockShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    seat: int
    """The number of the seat, from 0."""
    remaining: float
    """Seconds that the present decision, or else the next, had from `running_since` on."""
    running_since: Moment | None
    """Null while the clock stands; where it stands for a while the moment when it runs on."""
    deadline: Moment | None
    """When the time of the seat runs out; null while its clock stands."""
    disconnect: float | UnsetType = UNSET
    """Seconds for which the clock will stand yet while the player is cut off; only in matches
    that allow for that."""
    disconnected_since: Moment | UnsetType | None = UNSET
    """Since when the clock stands because the player is cut off."""


class PauseShown(msgspec.Struct, frozen=True):
    """Why nobody may move."""

    by: Literal["players", "organiser"]
    """`players` or `organiser`, who alone can end it then."""
    reason: str
    """What the organiser says to the players; empty for a pause of the players' own."""
    since: Moment
    """When the pause began."""
    until: Moment | None
    """When it ends by itself, if it does."""


class ChanceAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What a match that is to be dealt waits for: promises, or the shares themselves."""

    deal: str
    """What is drawn for, as promises and seals name it."""
    bind: str
    """What the deal hangs on, in hexadecimal."""
    attempt: int
    """Counts from 1; an attempt is over when somebody has withheld a share."""
    step: Literal["promise", "show"]
    """`promise` until the roll is sealed, `show` from then on."""
    expected: list[int]
    """The seats that take part; once it is sealed, those on the roll."""
    until: Moment | None
    """When it goes on without those who are missing; null until the table is full."""
    seal: str | None
    """The signed text, once the roll is sealed."""
    beacon: str | None = None
    """The public beacon that the seal names, for which the deal waits as well."""


class ChanceStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How far the chance of a deal has come."""

    attempt: int
    """The attempt that runs."""
    until: Moment | None
    """When it goes on without those who are missing; null when nothing is waited for."""
    expected: list[int]
    """The seats that are still waited for."""
    seal: str | None
    """The signed text, once the roll is sealed."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What changes with every move."""

    version: int
    """How many events the match has had; a move names the version at which it was decided."""
    status: MatchStatus
    """Whether the match waits for players, runs, is over, or was called off."""
    to_act: list[int]
    """The seats that are to decide now."""
    deadline: Moment | None
    """When the first seat runs out of time; null while no clock runs."""
    chance: ChanceAsked | UnsetType = UNSET
    """What the deal waits for; left out once it is dealt, and where no player's client takes part
    and no beacon is waited for."""
    clocks: list[ClockShown]
    """One a seat; empty in a match without clocks."""
    paused: PauseShown | None
    """Why nobody may move; null while the match is not paused."""
    view: Object | None
    """The table as the asker sees it; null before the start."""
    legal_moves: list[Object]
    """What you may do now: send one of them as the move."""


class SharedDeal(msgspec.Struct, frozen=True):
    """A deal that several tables play."""

    id: Id
    """The id of the deal, as in `GET /deals/{id}`."""
    open: bool
    """Whether somebody may still play it: until then nothing of it is shown, whoever asks."""


class MatchShown(Situation, frozen=True, kw_only=True):
    """A match as the asker may see it."""

    id: Id
    """The id of the match."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules, such as `stick-em@1`."""
    dataset: str
    """The id of the component data that the match is played with."""
    options: Object
    """The options of the game."""
    seats_max: int
    """How many play."""
    seats: list[SeatShown]
    """The taken seats, in order."""
    clock: ClockShape | None
    """The time control; null where decisions have no time limit."""
    on_timeout: OnTimeout
    """What happens to a seat whose time is up, as in `POST /matches`."""
    bots: Literal["none", "allowed", "only"]
    """Whether bots may take seats, programs and built-in ones alike."""
    vacations: bool
    """Whether a player's days off stop the clock of their seat."""
    commitment: str
    """The hash of the server seed, by which the draws can be checked after the end."""
    imported: bool
    """Whether it was played elsewhere and brought in from its log; then names are no accounts."""
    my_seat: int | None
    """Your own seat, if you have one."""
    votes: dict[str, list[int]]
    """The seats that want the match called off (`abort`), paused (`pause`) or to go on (`resume`),
    which it is when all players want it."""
    no_votes: dict[str, Literal["tournament", "rated", "deal"]]
    """What players cannot decide by a vote here (`abort`, `pause`), and why not."""
    result: ResultShown | None
    """How the match ended; null before its end."""
    shared_deal: SharedDeal | UnsetType = UNSET
    """The deal that other tables play as well; left out of all other matches."""
    beacon: Literal["drand", "nist"] | UnsetType = UNSET
    """Where its deal takes a public beacon from; left out where it takes none."""


class Moved(Situation, frozen=True, kw_only=True):
    """What a command has brought about."""

    my_seat: int | None
    """Your own seat, if you have one."""
    events: list[EventShown]
    """What happened by the command, in order."""


class Votes(msgspec.Struct, frozen=True):
    """Votes to call a match off; with the last one needed it is void."""

    votes: int
    """How many want it now."""
    needed: int
    """How many it takes."""
    status: LiveOrVoid
    """Whether the match still runs, or was called off."""


class PauseVotes(msgspec.Struct, frozen=True):
    """Votes to pause or to go on; none are needed where an organiser has ordered it."""

    votes: int
    """How many want it now."""
    needed: int
    """How many it takes."""
    status: LiveOrVoid
    """Whether the match still runs, or was called off."""
    paused: bool
    """Whether the match is paused now."""


class MatchListed(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: Id
    """The id of the match."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules."""
    status: MatchStatus
    """Whether the match waits for players, runs, is over, or was called off."""
    seats_max: int
    """How many play."""
    players: list[str]
    """The names of the players on the taken seats, in order."""
    bots: list[str]
    """Those of the players who are bots: built-in ones and programs."""
    version: int
    """How many events the match has had."""
    opened_at: Moment
    """When the match was opened."""
    started_at: Moment | None
    """When it started; null while it waits for players."""
    ended_at: Moment | None
    """When it ended; null before."""
    imported: bool
    """Whether it was played elsewhere and brought in from its log; then names are no accounts."""
    result: ResultListed | None
    """How the match ended; null before its end."""


class Players(msgspec.Struct, frozen=True):
    """How many may play a game."""

    min: int
    """The fewest."""
    max: int
    """The most."""


class RemarkShown(msgspec.Struct, frozen=True):
    """What somebody said at a match or in a tournament's room."""

    id: int
    """Grows from remark to remark."""
    room: Room
    """Whether a player or a spectator said it; a tournament's staff speaks among its players."""
    seat: int | None
    """The player's seat; null for a spectator, and in a tournament's room."""
    player: str
    """The name of the account that said it."""
    phrase: Phrase | None
    """The key of what was said; null for words of their own."""
    words: str
    """Words of their own; empty for a phrase."""
    at: Moment
    """When it was said."""


class Remarks(msgspec.Struct, frozen=True):
    """What was said."""

    results: list[RemarkShown]
    """The latest 50 remarks, the newest first."""
