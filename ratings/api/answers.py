"""What the API of ladders answers, as typed structs."""

from typing import Literal

import msgspec

from ratings.api.requests import Object
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import Challenges, Players


class LadderShown(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder."""

    id: str
    slug: str
    version: int
    paused: bool
    season_number: int
    opened_at: str
    name: str
    game: str
    kind: str
    players: Players
    system: str
    parameters: dict[str, int]
    provisional_games: int
    listed_games: int
    activity_days: int
    entry: str
    visibility: str
    members: list[str]
    season: str
    options: Object
    clock: int | None
    """Seconds for each decision; null: no match begins until an admin has set it."""
    on_timeout: str
    moves_min: int
    repeats: Repeats | None
    bots_after: int | None
    points: list[int]
    best_of: int
    challenges: Challenges


class StandingShown(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a ladder."""

    rank: int | None
    player: str
    kind: Literal["account", "bot", "guest"]
    rating: float
    deviation: float | None
    provisional: bool
    games: int
    season_games: int
    firsts: int
    points: float
    position: int | None
    last_played_at: str | None


class SeatSplit(msgspec.Struct, frozen=True, kw_only=True):
    """How a player has fared on a seat."""

    players: int
    seat: int
    games: int
    firsts: int
    mean_place: float


class PlayerShown(StandingShown, frozen=True, kw_only=True):
    """A player of a ladder, in full."""

    listed: bool
    best_rating: float | None
    seats: list[SeatSplit]


class ChangeShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a match meant for a player."""

    match: str
    at: str
    season: int
    seat: int
    place: int
    score: int | None
    rating_before: float
    rating_after: float
    change: float
    deviation_after: float | None
    points: float
    position_before: int | None
    position_after: int | None
    version: int


class PairShown(msgspec.Struct, frozen=True, kw_only=True):
    """What one opponent contributed."""

    opponent: str
    expected: float
    actual: float
    weight: float
    """What was at stake, by what the pair counted."""
    change: float
    counts: int
    """What the pair counted, in thousandths: day_counts * season_counts * known_counts; 0 where
    it was too short."""
    on_day: int | None
    """Which match with the opponent it was that day; null where nobody counts."""
    in_season: int | None
    day_counts: int | None
    season_counts: int | None
    known_counts: int | None


class ExplainedPlayer(ChangeShown, frozen=True, kw_only=True):
    """Why a player's rating changed."""

    player: str
    provisional: bool
    games_before: int
    seat_term: float
    met: int
    """Others whom the player had met before."""
    pairs: list[PairShown]


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """Why ratings changed."""

    match: str
    status: Literal["rated", "annulled", "not_rated"]
    reason: str | None
    source: str
    at: str
    season: int
    system: str
    version: int
    moves_min: int
    repeats: Repeats | None
    players: list[ExplainedPlayer]


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom a command moves."""

    player: str
    rating_before: float | None
    rating_after: float | None
    change: float
    rank_before: int | None
    rank_after: int | None
    games_before: int
    games_after: int
    points_before: float
    points_after: float


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a command comes to."""

    ladder: str
    version: int
    dry_run: bool
    players: list[Moved]
    largest_change: float
    matches_before: int
    matches_after: int


class LineImported(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a file and the match that it became."""

    line: int
    match: str


class Imported(Consequences, frozen=True, kw_only=True):
    """What an import comes to."""

    imported: int
    lines: list[LineImported]


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """How many rows differ from a fold of the whole stream."""

    ladder: str
    version: int
    dry_run: bool
    matches: int
    differences: int
    tables: dict[str, int]


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat has fared."""

    players: int
    seat: int
    games: int
    firsts: int
    share: float
    mean_place: float
    advantage: float
    """In Elo points, as the shares alone suggest."""


class Seats(msgspec.Struct, frozen=True):
    """All seats."""

    results: list[SeatShown]


class SharedAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Accounts that have played from one address."""

    players: list[str]
    seen_at: str
    """The last time."""
    pairs_met: int
    """How many pairs of them have met in rated matches, where the ladder counts."""


class Addresses(msgspec.Struct, frozen=True):
    """All who share an address with somebody."""

    results: list[SharedAddress]


class SeasonShown(msgspec.Struct, frozen=True, kw_only=True):
    """A season that is over."""

    number: int
    name: str
    closed_at: str


class Seasons(msgspec.Struct, frozen=True):
    """All seasons that are over."""

    results: list[SeasonShown]


class ArchivedShown(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody stood in the end."""

    rank: int
    player: str
    rating: float
    games: int
    points: float
    position: int | None


class Archive(msgspec.Struct, frozen=True):
    """The standings of a season that is over."""

    results: list[ArchivedShown]


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened to a ladder."""

    version: int
    type: str
    actor: str
    at: str
    data: Object


class ParameterShown(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a rating system."""

    name: str
    default: int
    least: int
    most: int
    about: str


class SystemShown(msgspec.Struct, frozen=True, kw_only=True):
    """A rating system."""

    id: str
    title: str
    parameters: list[ParameterShown]


class Systems(msgspec.Struct, frozen=True):
    """All rating systems."""

    results: list[SystemShown]


class ChallengeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge."""

    id: str
    challenger: str
    opponents: list[str]
    accepted: list[str]
    status: Literal["open", "accepted", "played", "closed"]
    answer_by: str
    match: str | None


class Eligibility(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a challenge is allowed, and every reason why not."""

    allowed: bool
    reasons: list[Object]


class SearchShown(msgspec.Struct, frozen=True, kw_only=True):
    """A search for a match."""

    id: str
    ladder: str
    seats: int
    per_move: int | None
    waiting_since: str


class Searches(msgspec.Struct, frozen=True):
    """Where somebody waits."""

    results: list[SearchShown]
