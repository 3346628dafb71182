"""What the API of ladders answers, as typed structs."""

from typing import Literal

import msgspec

from api.formats import Id, Moment, Object
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import Challenges, Kind, Players, SeasonEnd


class LadderShown(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder."""

    id: Id
    """The id of the ladder."""
    slug: str
    """Its address: a-z, 0-9 and -."""
    version: int
    """How many events the ladder has had."""
    paused: bool
    """Whether no new matches may begin for now."""
    season_number: int
    """The number of the current season, from 1."""
    well: str | None
    """What binds the site to the deals of this season's matches; null where the season began before
    ladders had wells."""
    slots: int
    """The slot of the last match that the ladder has put together: the next one has the next."""
    opened_at: Moment
    """When the ladder was opened."""
    name: str
    """The name of the ladder."""
    game: str
    """The id of the game that is played."""
    kind: Kind
    """What orders the standings: ratings, points, or rungs that are won by challenges."""
    players: Players
    """How many players a match has."""
    system: str
    """The id of the rating system."""
    parameters: dict[str, int]
    """The parameters of the rating system, defaults included."""
    provisional_games: int
    """How many rated matches it takes until a rating is no longer provisional."""
    listed_games: int
    """How many rated matches it takes to be listed in the standings."""
    activity_days: int
    """Players who have not played for this many days are not listed; 0: everyone stays listed."""
    entry: Literal["people", "bots", "mixed"]
    """Who may play: people only, bots only, or both."""
    visibility: Literal["public", "private"]
    """Whether everyone may see the ladder, or only members and players."""
    members: list[str]
    """User names of accounts that may see a private ladder before they have played on it."""
    season: str
    """The name of the current season."""
    season_end: SeasonEnd
    """When the season closes by itself; `at` is empty where nothing is planned."""
    options: Object
    """The options of the game in the ladder's matches."""
    clock: int | None
    """Seconds for each decision; null: no match begins until an admin has set it."""
    on_timeout: Literal["auto", "bot", "forfeit"]
    """What happens when a player runs out of time, as in `POST /matches`."""
    moves_min: int
    """How many decisions everyone must have made for a match to count wholly; 0: none."""
    repeats: Repeats | None
    """How fast matches among the same players lose weight; null: they do not."""
    bots_after: int | None
    """Seconds of searching after which built-in bots fill the free seats; null: never."""
    chance: Literal["offered", "required"]
    """Whether nobody keeps a seat of a match who adds no chance to its deal."""
    beacon: bool
    """Whether the deals of its matches wait for a public beacon."""
    points: list[int]
    """Points by place; empty: 1 for the first, 0 for the last, evenly between."""
    best_of: int
    """How many results of a season count towards the points."""
    challenges: Challenges
    """The rules of challenges."""


class StandingShown(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a ladder."""

    rank: int | None
    """The rank in the standings; null while the player is not listed."""
    player: str
    """The name of the player."""
    kind: Literal["account", "bot", "guest"]
    """Whether the player has an account, is a built-in bot, or is known from imports alone."""
    rating: float
    """The rating, in points."""
    deviation: float | None
    """How uncertain the rating is, in points; null where the system does not say."""
    provisional: bool
    """Whether the rating rests on too few matches to be trusted yet."""
    games: int
    """Rated matches in all."""
    season_games: int
    """Rated matches in the current season."""
    firsts: int
    """How many rated matches the player has won."""
    points: float
    """Points in the current season."""
    position: int | None
    """The rung on a challenge ladder, from 1 at the top."""
    last_played_at: Moment | None
    """When the player last finished a rated match."""


class SeatSplit(msgspec.Struct, frozen=True, kw_only=True):
    """How a player has fared on a seat."""

    players: int
    """How many played in these matches."""
    seat: int
    """The seat, from 0."""
    games: int
    """Rated matches of the player on this seat."""
    firsts: int
    """How many of them the player won."""
    mean_place: float
    """The mean place of the player in them."""


class PlayerShown(StandingShown, frozen=True, kw_only=True):
    """A player of a ladder, in full."""

    listed: bool
    """Whether the standings list the player."""
    best_rating: float | None
    """The highest rating after any match; null before the first."""
    seats: list[SeatSplit]
    """How the player has fared on each seat."""


class ChangeShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a match meant for a player."""

    match: Id
    """The id of the match."""
    at: Moment
    """When the match ended."""
    season: int
    """The number of the season in which it counts."""
    seat: int
    """The seat of the player, from 0."""
    place: int
    """The place in which the player finished; ties share it."""
    score: int | None
    """The score in the game; null where the result has none."""
    rating_before: float
    """The rating before the match, in points."""
    rating_after: float
    """The rating after the match, in points."""
    change: float
    """What the rating gained or lost, in points."""
    deviation_after: float | None
    """How uncertain the rating was after the match; null where the system does not say."""
    points: float
    """The points of the season that the match brought."""
    position_before: int | None
    """The rung before the match, on a challenge ladder."""
    position_after: int | None
    """The rung after the match, on a challenge ladder."""
    version: int
    """The version of the ladder at which the match was rated."""


class PairShown(msgspec.Struct, frozen=True, kw_only=True):
    """What one opponent contributed."""

    opponent: str
    """The name of the opponent."""
    expected: float
    """The share of the point that the ratings let the player expect, from 0 to 1."""
    actual: float
    """The share that the player took: 1 ahead of the opponent, 0.5 level, 0 behind."""
    weight: float
    """What was at stake, by what the pair counted."""
    change: float
    """What the pair added to the rating, in points."""
    counts: int
    """What the pair counted, in thousandths: day_counts * season_counts * known_counts; 0 where
    it was too short."""
    on_day: int | None
    """Which match with the opponent it was that day; null where nobody counts."""
    in_season: int | None
    """Which match with the opponent it was that season; null where nobody counts."""
    day_counts: int | None
    """What a match counts as the `on_day`-th of the day, in thousandths."""
    season_counts: int | None
    """What a match counts as the `in_season`-th of the season, in thousandths."""
    known_counts: int | None
    """What a match counts by how many others the two had met, in thousandths."""


class ExplainedPlayer(ChangeShown, frozen=True, kw_only=True):
    """Why a player's rating changed."""

    player: str
    """The name of the player."""
    provisional: bool
    """Whether the rating was provisional before the match."""
    games_before: int
    """Rated matches before this one."""
    seat_term: float
    """What the seat counted as, in points of rating."""
    met: int
    """Others whom the player had met before."""
    pairs: list[PairShown]
    """What each opponent contributed, by seat."""


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """Why ratings changed."""

    match: Id
    """The id of the match."""
    status: Literal["rated", "annulled", "not_rated"]
    """Whether the match counts, was annulled, or never counted."""
    reason: str | None
    """Why the match does not count, or does not count wholly."""
    source: Literal["match", "import"]
    """Whether the match was played here or imported."""
    at: Moment
    """When the match ended."""
    season: int
    """The number of the season in which it counts."""
    system: str
    """The id of the rating system."""
    version: int
    """The version of the ladder at which the match was rated."""
    moves_min: int
    """How many decisions everyone had to make for the match to count wholly."""
    repeats: Repeats | None
    """How fast matches among the same players lost weight; null: they did not."""
    players: list[ExplainedPlayer]
    """The players, by seat."""


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat has fared."""

    players: int
    """How many played in these matches."""
    seat: int
    """The seat, from 0."""
    games: int
    """How many rated matches there were."""
    firsts: int
    """How many of them this seat won."""
    share: float
    """The share of its pairs that the seat won, from 0 to 1."""
    mean_place: float
    """The mean place of the seat."""
    advantage: float
    """In Elo points, as the shares alone suggest."""


class Seats(msgspec.Struct, frozen=True):
    """All seats."""

    results: list[SeatShown]
    """A row for each seat and number of players."""


class SharedAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Accounts that have played from one address."""

    players: list[str]
    """The user names of the accounts, in order."""
    seen_at: Moment
    """The last time."""
    pairs_met: int
    """How many pairs of them have met in rated matches, where the ladder counts."""


class Addresses(msgspec.Struct, frozen=True):
    """All who share an address with someone."""

    results: list[SharedAddress]
    """The shared addresses, the latest seen first."""


class SeasonShown(msgspec.Struct, frozen=True, kw_only=True):
    """A season that is over."""

    number: int
    """The number of the season, from 1."""
    name: str
    """The name of the season."""
    closed_at: Moment
    """When the season was closed."""


class Seasons(msgspec.Struct, frozen=True):
    """All seasons that are over."""

    results: list[SeasonShown]
    """The closed seasons, the latest first."""


class ArchivedShown(msgspec.Struct, frozen=True, kw_only=True):
    """How a player finished a season."""

    rank: int
    """The final rank; equal players share it."""
    player: str
    """The name of the player."""
    rating: float
    """The final rating, in points."""
    games: int
    """Rated matches in the season."""
    points: float
    """Points in the season."""
    position: int | None
    """The final rung, on a challenge ladder."""


class Archive(msgspec.Struct, frozen=True):
    """The standings of a season that is over."""

    results: list[ArchivedShown]
    """The players, best first."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened to a ladder."""

    version: int
    """The version of the ladder that the event made."""
    type: str
    """The type of the event."""
    actor: str
    """Who caused it, such as `account:<id>` or `system`."""
    at: Moment
    """When it was recorded."""
    data: Object
    """The fields of the event, which depend on its type."""


class ParameterShown(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a rating system."""

    name: str
    """The name of the parameter."""
    default: int
    """Its value where a ladder says nothing."""
    least: int
    """The least value that it may have."""
    most: int
    """The greatest value that it may have."""
    about: str
    """What it does."""


class SystemShown(msgspec.Struct, frozen=True, kw_only=True):
    """A rating system."""

    id: str
    """The id of the system."""
    title: str
    """Its name for people."""
    parameters: list[ParameterShown]
    """What an admin can set."""


class Systems(msgspec.Struct, frozen=True):
    """All rating systems."""

    results: list[SystemShown]
    """The rating systems."""
