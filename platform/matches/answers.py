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
    """A time control: `per_move`, `per_move` and `bank`, or `bank` and `increment`."""

    per_move: Annotated[int, Meta(ge=1, le=PER_MOVE_MAX)] | UnsetType = UNSET
    """Seconds per decision."""
    bank: Annotated[int, Meta(ge=1, le=BANK_MAX)] | UnsetType = UNSET
    """Seconds for the whole match, in addition to `per_move`."""
    increment: Annotated[int, Meta(ge=0, le=INCREMENT_MAX)] | UnsetType = UNSET
    """Seconds added to the bank after each decision."""
    disconnect: Annotated[int, Meta(ge=1, le=DISCONNECT_MAX)] | UnsetType = UNSET
    """Seconds for the whole match during which the clock of a disconnected player is stopped."""


class VacationShown(msgspec.Struct, frozen=True):
    """Your current vacation and the days left."""

    begins_at: Moment | None
    """When the vacation began; null if you are not on vacation."""
    ends_at: Moment | None
    """When the vacation ends; null if you are not on vacation."""
    days_left: float
    """The days left of this year's allowance."""


class SeatShown(msgspec.Struct, frozen=True):
    """A taken seat."""

    seat: int
    """The seat number, starting at 0."""
    player: str
    """The user name of the player, or the id of the built-in bot."""
    bot: str | None
    """The id of the built-in bot in this seat; null for other players."""
    is_bot: bool
    """Whether the player is a built-in bot or a bot account."""
    left: bool
    """Whether the player has resigned or forfeited."""
    away: bool
    """Whether a bot is playing for the player, who may return with `POST …/return`."""
    timed_out: bool = False
    """Whether the player left or is away because they ran out of time."""


class ResultShown(msgspec.Struct, frozen=True):
    """The result of a match; placings and scores are null if it was called off."""

    placings: list[int] | None
    """The places by seat, starting at 1; tied seats share a place."""
    scores: list[int] | None
    """The scores by seat; null if the game has none."""
    reason: str
    """The reason why the match ended."""


class ResultListed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a match in a list."""

    reason: str
    """The reason why the match ended."""
    scores: list[int] | UnsetType | None = UNSET
    """The scores by seat; omitted for a match that was called off."""
    placings: list[int] | UnsetType | None = UNSET
    """The places by seat, starting at 1; omitted for a match that was called off."""


class EventShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event, as far as you may see it."""

    version: int
    """The version of the match after the event."""
    type: str
    """The type of the event."""
    data: Object
    """The fields of the event; they depend on its type and on the game."""
    at: Moment
    """When the event happened."""
    hash: str | None
    """The hash of the event; null until the match is over, since it could reveal hidden
    information."""
    by: str | UnsetType | None = UNSET
    """A digest of the actor, for events under chain 2; null until the match is over."""
    schema: int | UnsetType = UNSET
    """The schema version of `data`; omitted if it is 1."""


class ClockShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat."""

    seat: int
    """The seat number, starting at 0."""
    remaining: float
    """Seconds left at `running_since` for the current decision, or for the next one."""
    running_since: Moment | None
    """When the clock started, or when a temporarily stopped clock will start again; null while
    it is stopped."""
    deadline: Moment | None
    """When the player runs out of time; null while the clock is stopped."""
    disconnect: float | UnsetType = UNSET
    """Seconds of disconnection allowance left; only in matches that have one."""
    disconnected_since: Moment | UnsetType | None = UNSET
    """When the clock was stopped because the player lost the connection; null otherwise."""


class PauseShown(msgspec.Struct, frozen=True):
    """The pause of a match."""

    by: Literal["players", "organiser"]
    """Who paused the match: `players`, or `organiser`, in which case only an organiser can
    resume it."""
    reason: str
    """The organiser's message to the players; empty if the players paused the match."""
    since: Moment
    """When the pause began."""
    until: Moment | None
    """When the pause ends automatically; null if it does not."""


class ChanceAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What the deal is waiting for: promises or shares of the randomness."""

    deal: str
    """The identifier of the deal, as used in promises and seals."""
    bind: str
    """The digest of the facts to which the deal is bound, in hexadecimal."""
    attempt: int
    """The number of the attempt, starting at 1. An attempt fails if a share is withheld."""
    step: Literal["promise", "show"]
    """`promise` until the list of promises is sealed, then `show`."""
    expected: list[int]
    """The seats that take part; after the seal, those whose promises it lists."""
    until: Moment | None
    """When the deal proceeds without missing players; null until all seats are taken."""
    seal: str | None
    """The signed seal; null before the list of promises is sealed."""
    beacon: str | None = None
    """The public beacon named in the seal, for which the deal also waits; null if there is none."""


class ChanceStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of the randomness of a deal or draw."""

    attempt: int
    """The number of the current attempt."""
    until: Moment | None
    """When it proceeds without missing players; null when nothing is awaited."""
    expected: list[int]
    """The seats whose promises or shares are still missing."""
    seal: str | None
    """The signed seal; null before the list of promises is sealed."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What changes with every move."""

    version: int
    """The version of the match: the number of its events. Send it with a move."""
    status: MatchStatus
    """The state of the match."""
    to_act: list[int]
    """The numbers of the seats that must decide now."""
    deadline: Moment | None
    """When the next player runs out of time; null while no clock is running."""
    chance: ChanceAsked | UnsetType = UNSET
    """The shares or beacon that the deal is waiting for; omitted once the cards are dealt, and
    if no client adds randomness and there is no beacon."""
    clocks: list[ClockShown]
    """The clocks, by seat; empty in a match without clocks."""
    paused: PauseShown | None
    """Details of the pause; null while the match is not paused."""
    view: Object | None
    """The position as you may see it; null before the start."""
    legal_moves: list[Object]
    """Your legal moves now: send one of them as `move`."""


class SharedDeal(msgspec.Struct, frozen=True):
    """A deal that is shared by several tables."""

    id: Id
    """The id of the deal, as in `GET /deals/{id}`."""
    open: bool
    """Whether the deal can still be played. While it is open, nothing of it is shown beyond
    the view that each player has of their own seat."""


class MatchShown(Situation, frozen=True, kw_only=True):
    """A match, as far as you may see it."""

    id: Id
    """The id of the match."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules, such as `stick-em@1`."""
    dataset: str
    """The id of the dataset (component data) of the match."""
    options: Object
    """The options of the game."""
    seats_max: int
    """The number of players."""
    seats: list[SeatShown]
    """The taken seats, by number."""
    clock: ClockShape | None
    """The time control; null if there are no time limits."""
    on_timeout: OnTimeout
    """What happens when a player runs out of time, as in `POST /matches`."""
    bots: Literal["none", "allowed", "only"]
    """Whether bots, both programs and built-in bots, may take seats."""
    vacations: bool
    """Whether a player's vacation stops their clock."""
    commitment: str
    """The hash of the server seed, by which the draws can be verified after the end."""
    imported: bool
    """Whether the match was imported from the log of another site; its player names are then not
    accounts here."""
    my_seat: int | None
    """The number of your seat; null if you have none."""
    votes: dict[str, list[int]]
    """The numbers of the seats that have voted to call the match off (`abort`), to pause it
    (`pause`) or to resume it (`resume`). A vote passes when all players agree."""
    no_votes: dict[str, Literal["tournament", "rated", "deal"]]
    """The votes that are not possible in this match (`abort`, `pause`), each with the reason."""
    result: ResultShown | None
    """The result; null before the end."""
    shared_deal: SharedDeal | UnsetType = UNSET
    """The deal that is shared with other tables; omitted if there is none."""
    beacon: Literal["drand", "nist"] | UnsetType = UNSET
    """The source of the public beacon for the deal; omitted if there is none."""


class Moved(Situation, frozen=True, kw_only=True):
    """The state of the match after a command."""

    my_seat: int | None
    """The number of your seat; null if you have none."""
    events: list[EventShown]
    """The events caused by the command, in order."""


class Votes(msgspec.Struct, frozen=True):
    """Votes to call a match off; the last one needed makes it void."""

    votes: int
    """The number of votes so far."""
    needed: int
    """The number of votes needed."""
    status: LiveOrVoid
    """Whether the match continues or has been called off."""


class PauseVotes(msgspec.Struct, frozen=True):
    """Votes to pause or resume a match; an organiser needs none."""

    votes: int
    """The number of votes so far."""
    needed: int
    """The number of votes needed."""
    status: LiveOrVoid
    """Whether the match continues or has been called off."""
    paused: bool
    """Whether the match is paused."""


class MatchListed(msgspec.Struct, frozen=True):
    """The summary of a match."""

    id: Id
    """The id of the match."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules."""
    status: MatchStatus
    """The state of the match."""
    seats_max: int
    """The number of players."""
    players: list[str]
    """The names of the players, by seat; free seats are skipped."""
    bots: list[str]
    """The names of those players that are bots: built-in bots and programs."""
    version: int
    """The version of the match: the number of its events."""
    opened_at: Moment
    """When the match was opened."""
    started_at: Moment | None
    """When the match started; null before that."""
    ended_at: Moment | None
    """When the match ended; null before that."""
    imported: bool
    """Whether the match was imported from the log of another site; its player names are then not
    accounts here."""
    result: ResultListed | None
    """The result; null before the end."""


class Players(msgspec.Struct, frozen=True):
    """The range of the number of players."""

    min: int
    """The minimum."""
    max: int
    """The maximum."""


class RemarkShown(msgspec.Struct, frozen=True):
    """A remark in a match or in a tournament's room."""

    id: int
    """The id of the remark; later remarks have greater ids."""
    room: Room
    """Whether the author is a player or a spectator; the staff of a tournament counts among its
    players."""
    seat: int | None
    """The seat of the player; null for spectators and in a tournament's room."""
    player: str
    """The name of the author."""
    phrase: Phrase | None
    """The key of the phrase; null for free text."""
    words: str
    """The free text; empty for a phrase."""
    at: Moment
    """When the remark was posted."""


class Remarks(msgspec.Struct, frozen=True):
    """The latest remarks."""

    results: list[RemarkShown]
    """The latest 50 remarks, newest first."""
