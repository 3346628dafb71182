"""What a ladder knows: its players, its rungs and its seats."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from eventstore import chain
from ratings.ladder.events import KIND
from ratings.ladder.meetings import NOTHING, Meeting, PairWeights
from ratings.ladder.retroactive import RetroactiveChanges
from ratings.ladder.settings import SEATS_MAX, Settings
from ratings.systems.core import Rating


class Player:
    """A player on a ladder."""

    __slots__ = (
        "best",
        "firsts",
        "key",
        "last_at",
        "mark",
        "met",
        "name",
        "position",
        "season_games",
    )

    def __init__(self, key: str, name: str, mark: Rating) -> None:
        self.key = key
        self.name = name
        self.mark = mark
        self.season_games = 0
        self.met = 0
        """Others met in a rated match, while the ladder counted."""
        self.firsts = 0
        self.best: list[int] = []
        """Points of the best results of the season, in thousandths, descending."""
        self.position: int | None = None
        """The rung, 1 at the top; None off a challenge ladder."""
        self.last_at: datetime | None = None

    @property
    def rating(self) -> int:
        """The rating, in steps of the system."""
        return self.mark.rating

    @property
    def games(self) -> int:
        """Rated matches so far."""
        return self.mark.games

    @property
    def points(self) -> int:
        """The points of the season, in thousandths."""
        return sum(self.best)


class SeatCount:
    """How a seat has fared at tables of one size."""

    __slots__ = ("firsts", "games", "halves", "places", "residual")

    def __init__(
        self, games: int = 0, firsts: int = 0, places: int = 0, halves: int = 0, residual: int = 0
    ) -> None:
        self.games = games
        self.firsts = firsts
        self.places = places
        """The sum of places."""
        self.halves = halves
        """Half points won against the others at the table, in all."""
        self.residual = residual
        """Shares won beyond what the ratings expected, in millionths; with a seat term only."""


def half_points(place: int, places: Sequence[int]) -> int:
    """Return the half points that a place takes: two for everybody behind, one for who is level.

    >>> [halves(place, (1, 2, 2, 4)) for place in (1, 2, 2, 4)]
    [6, 3, 3, 0]
    """
    return 2 * (len(places) - place) + 1 - places.count(place)


class Rated(NamedTuple):
    """What became of a match on the ladder."""

    match: str
    version: int
    """Of the event that rated it."""
    at: datetime
    season: int
    seats: int
    status: str
    """`rated`, `annulled` or `not_rated`."""
    reason: str
    """A code why it is not rated, or what the admin said who annulled it."""
    source: str


class Change(NamedTuple):
    """What a rated match meant for one player; numbers in steps of the system."""

    match: str
    version: int
    seat: int
    player: str
    place: int
    score: int | None
    season: int
    rating_before: int
    rating_after: int
    deviation_before: int
    deviation_after: int
    games_before: int
    seat_term: int
    points: int
    position_before: int | None
    position_after: int | None
    at: datetime
    met: int
    on_day: Sequence[int]
    in_season: Sequence[int]
    weights: Sequence[int]


class Outcome(NamedTuple):
    """What a rated match meant for all of its table, by seat."""

    row: Rated
    players: Sequence[Player]
    places: Sequence[int]
    scores: Sequence[int] | None
    before: Sequence[Rating]
    after: Sequence[Rating]
    terms: Sequence[int]
    points: Sequence[int] | None
    rungs_before: Sequence[int | None] | None
    rungs_after: Sequence[int | None] | None
    pair_weights: Sequence[PairWeights] | None
    """What each player's pairs count; None: wholly."""

    def changes(self) -> Iterator[Change]:
        """Yield what it meant for each player."""
        row = self.row
        for seat, player in enumerate(self.players):
            before, after = self.before[seat], self.after[seat]
            yield Change(
                row.match,
                row.version,
                seat,
                player.key,
                self.places[seat],
                None if self.scores is None else self.scores[seat],
                row.season,
                before.rating,
                after.rating,
                before.deviation,
                after.deviation,
                before.games,
                self.terms[seat],
                0 if self.points is None else self.points[seat],
                None if self.rungs_before is None else self.rungs_before[seat],
                None if self.rungs_after is None else self.rungs_after[seat],
                row.at,
                *(NOTHING if self.pair_weights is None else self.pair_weights[seat]),
            )


class Archived(NamedTuple):
    """Where a player stood when a season closed."""

    season: int
    player: str
    name: str
    rank: int
    rating: int
    games: int
    points: int
    position: int | None


class Season(NamedTuple):
    """A season that is over."""

    number: int
    name: str
    closed_at: datetime


class Made(NamedTuple):
    """A match that the ladder has made, and where its deal comes from."""

    slot: int
    match: str
    well: str


class Challenge:
    """Somebody wants to play others for their rungs."""

    __slots__ = ("accepted", "answer_by", "challenger", "key", "made_at", "opponents", "status")

    def __init__(
        self, key: str, challenger: str, opponents: list[str], answer_by: str, made_at: datetime
    ) -> None:
        self.key = key
        self.challenger = challenger
        self.opponents = opponents
        self.accepted: list[str] = []
        self.answer_by = answer_by
        self.made_at = made_at
        self.status = "open"
        """`open`, `accepted` by all, `played`, or `closed` without a match."""


class State:
    """A ladder, or the part of it that one command touches."""

    settings: Settings

    def __init__(self, ladder_id: UUID) -> None:
        self.id = ladder_id
        self.version = 0
        self.hash = chain.genesis(KIND, ladder_id)
        self.at: datetime | None = None
        self.slug = ""
        self.later = RetroactiveChanges()
        self.is_paused = False
        self.season = 1
        self.well = ""
        """What binds the server to the deals to come; empty in a season without one."""
        self.slots = 0
        """The slot of the last match that the ladder has made, or that was left out."""
        self.players: dict[str, Player] = {}
        self.meetings: dict[tuple[str, str], Meeting] = {}
        """How often two have met, by their keys in order."""
        self.rungs: list[str] = []
        """Keys of players by position, of a challenge ladder."""
        self.seats: dict[int, list[SeatCount]] = {}
        """By players at the table, and seat."""
        self._tables: dict[tuple[int, ...], int] = {}
        """How often a table ended in just these places; not yet counted seat by seat."""
        self.no_terms = [[0] * count for count in range(SEATS_MAX + 1)]
        self.merged: dict[str, str] = {}
        """Players who turned out to be others."""
        self.challenges: dict[str, Challenge] = {}
        # What folding has brought about, for whoever writes it down.
        self.made: list[Made] = []
        self.rated: list[Rated] = []
        self.outcomes: list[Outcome] = []
        self.archive: list[Archived] = []
        self.seasons: list[Season] = []

    def apply_settings(self, settings: Settings) -> None:
        """Take settings over from now on."""
        self.settings = settings
        self.system = settings.rating_system()
        self.start = self.system.initial()
        self.repeats = settings.repeats
        self.is_points = settings.kind == "points"
        self.is_challenge = settings.kind == "challenge"
        self.seat_prior = self.system.values.get("seat_prior", 0)
        self.uses_seats = bool(self.system.takes_seats and self.system.values.get("seat_term"))

    def resolve_merged(self, key: str) -> str:
        """Return the player that a key stands for by now."""
        while key in self.merged:
            key = self.merged[key]
        return key

    def player(self, key: str, name: str) -> Player:
        """Return a player, a newcomer when unknown."""
        found = self.players.get(key)
        if found is None:
            found = self.players[key] = Player(key, name, self.start)
        return found

    def seats_of(self, count: int) -> list[SeatCount]:
        """Return the counts of the seats of a table of that many."""
        found = self.seats.get(count)
        if found is None:
            found = self.seats[count] = [SeatCount() for _ in range(count)]
        if self._tables:
            self._count_tables()
        return found

    def seen_places(self, places: Sequence[int]) -> None:
        """Note how a table has ended, for the counts of its seats."""
        ended = tuple(places)
        self._tables[ended] = self._tables.get(ended, 0) + 1

    def all_seats(self) -> Iterator[tuple[int, int, SeatCount]]:
        """Yield every seat: players at the table, its number, and its count."""
        self._count_tables()
        for count, seats in self.seats.items():
            for seat, seen in enumerate(seats):
                yield count, seat, seen

    def _count_tables(self) -> None:
        """Count noted tables seat by seat: many of them ended alike."""
        noted, self._tables = self._tables, {}
        for places, times in noted.items():
            for place, seen in zip(places, self.seats_of(len(places)), strict=True):
                seen.games += times
                seen.places += place * times
                seen.halves += half_points(place, places) * times
                seen.firsts += (place == 1) * times

    def changes(self) -> Iterator[Change]:
        """Yield what every match meant for every player."""
        for outcome in self.outcomes:
            yield from outcome.changes()

    def renumber(self) -> None:
        """Tell every player its rung."""
        for position, key in enumerate(self.rungs, start=1):
            self.players[key].position = position


def ranked(kind: str, players: Iterable[Player]) -> list[tuple[int, Player]]:
    """Return players with their ranks, best first; equal ones share a rank."""
    ordered = sorted(players, key=lambda player: (sort_key(kind, player), player.key))
    ranks: list[tuple[int, Player]] = []
    for number, player in enumerate(ordered, start=1):
        level = ranks and sort_key(kind, ranks[-1][1]) == sort_key(kind, player)
        ranks.append((ranks[-1][0] if level else number, player))
    return ranks


def sort_key(kind: str, player: Player) -> tuple[int, int]:
    """Return what players are ordered by, the least first."""
    if kind == "challenge":
        return (player.position is None, player.position or 0)
    if kind == "points":
        return (-player.points, 0)
    return (-player.rating, 0)
