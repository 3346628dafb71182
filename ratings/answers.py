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
    """The slug: a-z, 0-9 and -."""
    version: int
    """The version of the ladder: the number of its events."""
    paused: bool
    """Whether the ladder is paused, so that no new matches start."""
    season_number: int
    """The number of the current season, from 1."""
    well: str | None
    """The commitment of the site to the deals of this season's matches; null for a season that
    began before such commitments were introduced."""
    slots: int
    """The slot number of the last match created by the ladder."""
    opened_at: Moment
    """When the ladder was opened."""
    name: str
    """The name of the ladder."""
    game: str
    """The id of the game that is played."""
    kind: Kind
    """What orders the standings: ratings, points, or rungs won by challenges."""
    players: Players
    """The allowed numbers of players in a match."""
    system: str
    """The id of the rating system."""
    parameters: dict[str, int]
    """The parameters of the rating system, defaults included."""
    provisional_games: int
    """The number of rated matches after which a rating is no longer provisional."""
    listed_games: int
    """The number of rated matches needed to be listed in the standings."""
    activity_days: int
    """The number of days without a match after which a player is no longer listed; 0 for no
    limit."""
    entry: Literal["people", "bots", "mixed"]
    """Who may play: people only, bots only, or both."""
    visibility: Literal["public", "private"]
    """Whether everyone may see the ladder, or only members and players."""
    members: list[str]
    """The user names of accounts that may see a private ladder before playing on it."""
    season: str
    """The name of the current season."""
    season_end: SeasonEnd
    """When the season closes automatically; `at` is empty if no end is planned."""
    options: Object
    """The game options of the ladder's matches."""
    clock: int | None
    """Seconds per decision; null if not set yet, in which case no matches start."""
    on_timeout: Literal["auto", "bot", "forfeit"]
    """What happens when a player runs out of time, as in `POST /matches`."""
    moves_min: int
    """The minimum number of decisions by each player for a match to count fully; 0 for none."""
    repeats: Repeats | None
    """The reduced weight of repeated matches among the same players; null for none."""
    bots_after: int | None
    """Seconds of searching after which built-in bots fill the free seats; null for never."""
    chance: Literal["offered", "required"]
    """Whether every player must add randomness to the deal to keep their seat (`required`) or
    may do so."""
    beacon: bool
    """Whether deals wait for a public beacon."""
    points: list[int]
    """The points by place; empty for 1 for the first, 0 for the last and even steps in between."""
    best_of: int
    """The number of best results in a season that count towards the points."""
    challenges: Challenges
    """The rules of challenges."""


class StandingShown(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a ladder."""

    rank: int | None
    """The rank in the standings; null while the player is not listed."""
    player: str
    """The name of the player."""
    kind: Literal["account", "bot", "guest"]
    """The kind of player: an account, a built-in bot, or a name known only from imports."""
    rating: float
    """The rating, in points."""
    deviation: float | None
    """The rating deviation in points; null if the rating system has none."""
    provisional: bool
    """Whether the rating is provisional because of too few matches."""
    games: int
    """The number of rated matches."""
    season_games: int
    """The number of rated matches in the current season."""
    firsts: int
    """The number of rated matches that the player won."""
    points: float
    """The points in the current season."""
    position: int | None
    """The rung on a challenge ladder, starting with 1 at the top; null on other ladders."""
    last_played_at: Moment | None
    """When the player last finished a rated match; null if never."""


class SeatSplit(msgspec.Struct, frozen=True, kw_only=True):
    """A player's results in one seat."""

    players: int
    """The number of players in these matches."""
    seat: int
    """The seat number, starting at 0."""
    games: int
    """The number of rated matches of the player in this seat."""
    firsts: int
    """The number of these matches that the player won."""
    mean_place: float
    """The mean place of the player in these matches."""


class PlayerShown(StandingShown, frozen=True, kw_only=True):
    """The details of a player of a ladder."""

    listed: bool
    """Whether the player is listed in the standings."""
    best_rating: float | None
    """The highest rating after any match; null before the first match."""
    seats: list[SeatSplit]
    """The player's results by seat."""


class ChangeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A rating change."""

    match: Id
    """The id of the match."""
    at: Moment
    """When the match ended."""
    season: int
    """The number of the season in which it counts."""
    seat: int
    """The seat number, starting at 0."""
    place: int
    """The place of the player; tied players share it."""
    score: int | None
    """The score in the game; null if there is none."""
    rating_before: float
    """The rating before the match, in points."""
    rating_after: float
    """The rating after the match, in points."""
    change: float
    """The change of the rating, in points."""
    deviation_after: float | None
    """The rating deviation after the match; null if the rating system has none."""
    points: float
    """The season points from the match."""
    position_before: int | None
    """The rung before the match, on a challenge ladder; null on other ladders."""
    position_after: int | None
    """The rung after the match, on a challenge ladder; null on other ladders."""
    version: int
    """The version of the ladder at which the match was rated."""


class PairShown(msgspec.Struct, frozen=True, kw_only=True):
    """The contribution of one opponent to a rating change."""

    opponent: str
    """The name of the opponent."""
    expected: float
    """The expected score against the opponent, from 0 to 1."""
    actual: float
    """The actual score: 1 if placed ahead of the opponent, 0.5 if tied, 0 if behind."""
    weight: float
    """The maximum change at stake, after applying `counts`."""
    change: float
    """The contribution to the rating change, in points."""
    counts: int
    """The weight of the pair in thousandths: the product of day_counts, season_counts and
    known_counts; 0 if the match was too short."""
    on_day: int | None
    """The number of the match with this opponent on that day, starting at 1; null if not
    counted."""
    in_season: int | None
    """The number of the match with this opponent in the season, starting at 1; null if not
    counted."""
    day_counts: int | None
    """The weight of the `on_day`-th match of a day, in thousandths; null if not counted."""
    season_counts: int | None
    """The weight of the `in_season`-th match of a season, in thousandths; null if not counted."""
    known_counts: int | None
    """The weight by how many different opponents the two had met, in thousandths; null if not
    counted."""


class ExplainedPlayer(ChangeShown, frozen=True, kw_only=True):
    """An explanation of a player's rating change."""

    player: str
    """The name of the player."""
    provisional: bool
    """Whether the rating was provisional before the match."""
    games_before: int
    """The number of rated matches before this one."""
    seat_term: float
    """The rating points attributed to the seat."""
    met: int
    """The number of different opponents that the player had met before."""
    pairs: list[PairShown]
    """The contribution of each opponent, by seat."""


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """An explanation of rating changes."""

    match: Id
    """The id of the match."""
    status: Literal["rated", "annulled", "not_rated"]
    """The state of the match: rated, annulled, or never rated."""
    reason: str | None
    """Why the match does not count, or not fully; null otherwise."""
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
    """The minimum number of decisions by each player for the match to count fully."""
    repeats: Repeats | None
    """The reduced weight of repeated matches among the same players; null if there was none."""
    players: list[ExplainedPlayer]
    """The players, by seat."""


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a seat."""

    players: int
    """The number of players in these matches."""
    seat: int
    """The seat number, starting at 0."""
    games: int
    """The number of rated matches."""
    firsts: int
    """The number of these matches won by this seat."""
    share: float
    """The share of opponents beaten from this seat, from 0 to 1."""
    mean_place: float
    """The mean place of the seat."""
    advantage: float
    """The advantage of the seat in Elo points, estimated from the shares alone."""


class Seats(msgspec.Struct, frozen=True):
    """All seats."""

    results: list[SeatShown]
    """A row for each seat and number of players."""


class SharedAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Accounts that have played from the same IP address."""

    players: list[str]
    """The user names of the accounts, sorted."""
    seen_at: Moment
    """When the address was last used."""
    pairs_met: int
    """The number of pairs of these accounts that have met in rated matches, if the ladder counts
    meetings."""


class Addresses(msgspec.Struct, frozen=True):
    """All groups of accounts that share an IP address."""

    results: list[SharedAddress]
    """The shared IP addresses, latest use first."""


class SeasonShown(msgspec.Struct, frozen=True, kw_only=True):
    """A closed season."""

    number: int
    """The number of the season, from 1."""
    name: str
    """The name of the season."""
    closed_at: Moment
    """When the season was closed."""


class Seasons(msgspec.Struct, frozen=True):
    """All closed seasons."""

    results: list[SeasonShown]
    """The closed seasons, latest first."""


class ArchivedShown(msgspec.Struct, frozen=True, kw_only=True):
    """The final standing of a player in a season."""

    rank: int
    """The final rank; tied players share it."""
    player: str
    """The name of the player."""
    rating: float
    """The final rating, in points."""
    games: int
    """The number of rated matches in the season."""
    points: float
    """The points in the season."""
    position: int | None
    """The final rung on a challenge ladder; null on other ladders."""


class Archive(msgspec.Struct, frozen=True):
    """The final standings of a season."""

    results: list[ArchivedShown]
    """The players, best first."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a ladder."""

    version: int
    """The version of the ladder after the event."""
    type: str
    """The type of the event."""
    actor: str
    """The actor, such as `account:<id>` or `system`."""
    at: Moment
    """When the event was recorded."""
    data: Object
    """The fields of the event, which depend on its type."""


class ParameterShown(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a rating system."""

    name: str
    """The name of the parameter."""
    default: int
    """The default value."""
    least: int
    """The minimum value."""
    most: int
    """The maximum value."""
    about: str
    """What the parameter does."""


class SystemShown(msgspec.Struct, frozen=True, kw_only=True):
    """A rating system."""

    id: str
    """The id of the system."""
    title: str
    """The display name."""
    parameters: list[ParameterShown]
    """The adjustable parameters."""


class Systems(msgspec.Struct, frozen=True):
    """All rating systems."""

    results: list[SystemShown]
    """The rating systems."""
