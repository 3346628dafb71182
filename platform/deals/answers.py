"""What the API answers about deals, as typed structs."""

from typing import Literal

from msgspec import Struct

from api.formats import Id, Moment, Object
from deals.round_tables import LeftOut
from matches.answers import MatchStatus


class OwnAttempt(Struct, frozen=True):
    """Your attempt at a deal."""

    match: Id
    """The id of the match of your attempt."""
    status: MatchStatus
    """The state of the match."""


class DealRound(Struct, frozen=True):
    """The tournament round in which tables of one size play the deal."""

    tournament: Id
    """The id of the tournament."""
    number: int
    """The number of the round."""


class DealBeacon(Struct, frozen=True):
    """The public beacon used in a deal."""

    named: str
    """The beacon, as named in seals. It is announced with the deal, and its value appears before
    the deal opens."""
    value: str | None
    """The value of the beacon, in hexadecimal; null until it is known, and if it did not arrive."""


class DealListed(Struct, frozen=True, kw_only=True):
    """The summary of a deal."""

    id: Id
    """The id of the deal."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules."""
    dataset: str
    """The id of the dataset (component data)."""
    options: Object
    """The options of the game."""
    seats: int
    """The number of players at each table."""
    seat: int | None
    """The seat that people play; null for the deal of a round, in which they play all seats."""
    bot: str | None
    """The id of the bot that plays all other seats; null if there is none."""
    round: DealRound | None
    """The tournament round whose tables play the deal, which nobody else can play; null for
    other deals."""
    day: str | None
    """The date (UTC) of a deal of the day; null for other deals."""
    status: Literal["announced", "open", "closing", "closed"]
    """The state of the deal: announced, open for play, being finished by bots, or closed."""
    opens_at: Moment
    """When the deal opens for play."""
    closes_at: Moment
    """When the deal closes; bots then play for those who have not finished."""
    commitment: str
    """The hash of the server seed from which every table is dealt."""
    beacon: DealBeacon | None
    """The public beacon; null if there is none, in which case there is no proof that the site
    did not choose the cards."""
    attempts: int
    """The number of people who have started to play the deal."""


class DealResult(Struct, frozen=True):
    """A player's result in a deal."""

    match: Id
    """The id of the match, whose replay is now public."""
    player: str
    """The name of the player; in a tournament round, the name of the entrant."""
    entrant: int | None
    """The number of the entrant; null outside tournaments."""
    score: int | None
    """The score; null if the match was called off."""
    place: int | None
    """The place at the table; null if the match was called off."""
    share: float | None
    """The share of opponents at the table who were beaten, from 0 to 1; a tie counts half."""
    margin: float | None
    """The score minus the mean score of the others at the table; null if the player did not
    finish."""
    compared: float | None
    """The margin minus a part (`beta`) of the mean margin of others with the same cards, limited
    to between -`cut` and `cut`."""
    points: float | None
    """The compared margin as points from 0 to 100."""
    newcomer: bool
    """Whether the account was registered after the deal had opened: the result is not ranked,
    and others are not compared with it."""
    left_out: LeftOut | None
    """Why others in the round are not compared with this result: the staff decided the table or
    had it replayed, the player had left, the match was ended at its time limit, or it is void.
    Null if they are compared, and outside tournaments."""


class DealSeat(Struct, frozen=True):
    """The results of everyone who held the same cards."""

    seat: int
    """The seat number, starting at 0."""
    tables: int
    """The number of results that others are compared with: all players who finished, without
    newcomers and without tables that the tournament does not count."""
    mean_margin: float | None
    """The mean of the margins."""
    sd: float | None
    """The standard deviation of the margins; null for fewer than two."""
    results: list[DealResult]
    """The results, best first; at most 500."""


class DealScoring(Struct, frozen=True):
    """How players who held the same cards are compared."""

    version: str
    """The version of the scoring, including its constants."""
    compare: Literal["margin"]
    """The figure that is compared."""
    shadow: list[float] | None
    """The mean margins, by seat, of bots that played the deal after it closed; null unless few
    people had played it."""
    beta: float
    """The part of the others' mean margin that is subtracted. In a round, this is the value for
    the seat with the most `tables`; for a seat with fewer, it follows from `explained` and the
    seat's own `tables`, or one more for a player who is compared with others but not the other
    way round. Bot tables count as three."""
    cut: float
    """The largest compared margin."""
    explained: float
    """The share of the variance of margins in this game that the cards explain, as measured."""


class DealShown(DealListed, frozen=True, kw_only=True):
    """A deal, as far as you may see it."""

    mine: OwnAttempt | None
    """Your own attempt; null if you have not played."""
    deal: str
    """The identifier of the deal, as in the proof of each match."""
    seed: str | None
    """The server seed; null until the deal is closed."""
    seat_results: list[DealSeat] | None
    """The results by seat; null until the deal is closed."""
    scoring: DealScoring | None
    """How results are compared; null until the deal is closed, and for games or numbers of
    players without measured constants."""


class DealRank(Struct, frozen=True):
    """A player in the leaderboard."""

    rank: int
    """The rank, starting at 1; players with equal points share it."""
    player: str
    """The name of the player."""
    deals: int
    """The number of deals of the day that the player finished."""
    points: float
    """The total points in those deals."""


class DealTable(Struct, frozen=True, kw_only=True):
    """The leaderboard of the deals of the day in a week or month."""

    begin: str
    """The first day of the period."""
    end: str
    """The day after the end of the period."""
    players: list[DealRank]
    """The players, best first; at most 200."""
