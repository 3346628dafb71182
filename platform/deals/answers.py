"""What the API answers about deals, as typed structs."""

from typing import Literal

from msgspec import Struct

from api.formats import Id, Moment, Object
from deals.round_tables import LeftOut
from matches.answers import MatchStatus


class OwnAttempt(Struct, frozen=True):
    """Your go at a deal."""

    match: Id
    """The match that you play, or have played."""
    status: MatchStatus
    """Whether it runs, is over, or was called off."""


class DealRound(Struct, frozen=True):
    """The round whose tables of one size play a deal."""

    tournament: Id
    """The id of the tournament."""
    number: int
    """The number of the round."""


class DealBeacon(Struct, frozen=True):
    """The public beacon that a deal is drawn with."""

    named: str
    """Which one, as seals name it: announced with the deal, it comes before that opens."""
    value: str | None
    """What it came to, in hexadecimal; null until then, and where it did not come."""


class DealListed(Struct, frozen=True, kw_only=True):
    """A deal in a list."""

    id: Id
    """The id of the deal."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules."""
    dataset: str
    """The id of the component data."""
    options: Object
    """The options of the game."""
    seats: int
    """How many play at each table."""
    seat: int | None
    """The seat that people play; null of the deal of a round, where they play all."""
    bot: str | None
    """The bot that plays on all other seats, if one does."""
    round: DealRound | None
    """The round of a tournament whose tables play it, if they do; nobody else can."""
    day: str | None
    """Of which day it is the deal (UTC), if it is one."""
    status: Literal["announced", "open", "closing", "closed"]
    """Whether it waits for its time, can be played, is played to its end by bots, or is over."""
    opens_at: Moment
    """From when on it can be played."""
    closes_at: Moment
    """Until when: then bots play on for those who have not finished."""
    commitment: str
    """The hash of the secret that every table is dealt from."""
    beacon: DealBeacon | None
    """The beacon that it is drawn with; null where there is none: then it is not proven that the
    site did not choose the cards."""
    attempts: int
    """How many have begun to play it."""


class DealResult(Struct, frozen=True):
    """What somebody made of a deal."""

    match: Id
    """The match, whose replay is open to everyone now."""
    player: str
    """Who played; in a round the name of the entrant."""
    entrant: int | None
    """The number of the entrant in the tournament; null of other deals."""
    score: int | None
    """The score; null of a match that was called off."""
    place: int | None
    """The place at the table."""
    share: float | None
    """What part of the others at the table was left behind; a tie counts half."""
    margin: float | None
    """The score less the mean of the others; null of who did not play to the end."""
    compared: float | None
    """The margin less a part of the mean of the others who held these cards; at most so much."""
    points: float | None
    """The same from 0 to 100."""
    newcomer: bool
    """Whether the account was made once the deal could be played: it counts in no table, and nobody
    is compared with it."""
    left_out: LeftOut | None
    """Why the others of a round are not compared with it: the staff has decided the table, or had
    another match played in its place, the player had left, the match was ended at its time limit,
    or it is void. Null where they are, and of other deals."""


class DealSeat(Struct, frozen=True):
    """Everyone who held the same cards."""

    seat: int
    """The seat."""
    tables: int
    """With how many others are compared: who has played it to the end, newcomers and tables that
    its tournament does not count aside."""
    mean_margin: float | None
    """The mean of their margins."""
    sd: float | None
    """The standard deviation of their margins; null of fewer than two."""
    results: list[DealResult]
    """What each made of it, the best first; at most 500."""


class DealScoring(Struct, frozen=True):
    """How those who held the same cards are compared."""

    version: str
    """Of the scoring; its constants are frozen with it."""
    compare: Literal["margin"]
    """What is compared."""
    shadow: list[float] | None
    """The mean margins by seat of bots that played the deal after its end, where few had."""
    beta: float
    """The part of the others' mean margin that is taken off. Of a round this is that of the seat
    with the most `tables`; at one that somebody had left it follows from `explained` and its own
    `tables`, and for whoever is compared though others are not compared with them, from one more.
    Shadow tables count as three."""
    cut: float
    """The largest compared margin."""
    explained: float
    """The part of the differences in this game that the cards explain, as measured."""


class DealShown(DealListed, frozen=True, kw_only=True):
    """A deal as the asker may know it."""

    mine: OwnAttempt | None
    """Your own go at it."""
    deal: str
    """The name of what is drawn for, as in the proof of each match."""
    seed: str | None
    """The secret; null until the deal is closed."""
    seat_results: list[DealSeat] | None
    """How everyone fared who held the same cards; null until the deal is closed."""
    scoring: DealScoring | None
    """How they are compared; null until then, and where nothing was measured of such deals."""


class DealRank(Struct, frozen=True):
    """A player in the table of a week or a month."""

    rank: int
    """From 1; players with as many points share it."""
    player: str
    """The name of the player."""
    deals: int
    """How many deals of the day they have played to the end."""
    points: float
    """The points of those deals together."""


class DealTable(Struct, frozen=True, kw_only=True):
    """Who has the most points from the deals of the day of a week or a month."""

    begin: str
    """The first day."""
    end: str
    """The day after the last."""
    players: list[DealRank]
    """The best first; at most 200."""
