"""What a ladder knows: its players, its rungs and its seats."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from ratings.ladder.settings import Settings
from ratings.systems.core import Mark


class Player:
    """A player on a ladder."""

    __slots__ = (
        "best",
        "deviation",
        "firsts",
        "games",
        "key",
        "last_at",
        "name",
        "position",
        "rating",
        "season_games",
    )

    def __init__(self, key: str, name: str, mark: Mark) -> None:
        self.key = key
        self.name = name
        self.rating, self.deviation, self.games = mark
        self.season_games = 0
        self.firsts = 0
        self.best: list[int] = []
        """Points of the best results of the season, in thousandths, descending."""
        self.position: int | None = None
        """The rung, 1 at the top; None off a challenge ladder."""
        self.last_at: datetime | None = None

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
    """A ladder, or the part of it that one event touches."""

    def __init__(self, settings: Settings) -> None:
        self.use(settings)
        self.version = 0
        self.is_paused = False
        self.season = 1
        self.players: dict[str, Player] = {}
        self.rungs: list[str] = []
        """Keys of players by position, of a challenge ladder."""
        self.seats: dict[tuple[int, int], SeatCount] = {}
        """By players at the table and seat."""
        self.merged: dict[str, str] = {}
        """Players who turned out to be others."""
        self.challenges: dict[str, Challenge] = {}
        # What folding has brought about, for whoever writes it down.
        self.rated: list[Rated] = []
        self.changes: list[Change] = []
        self.archive: list[Archived] = []
        self.seasons: list[Season] = []

    def use(self, settings: Settings) -> None:
        """Take settings over from now on."""
        self.settings = settings
        self.system = settings.rating_system()
        self.start = self.system.start()
        self.seat_prior = self.system.values.get("seat_prior", 0)
        self.uses_seats = bool(self.system.takes_seats and self.system.values.get("seat_term"))

    def known_as(self, key: str) -> str:
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

    def seat(self, seats: int, seat: int) -> SeatCount:
        """Return the count of a seat."""
        return self.seats.setdefault((seats, seat), SeatCount())

    def renumber(self) -> None:
        """Tell every player its rung."""
        for position, key in enumerate(self.rungs, start=1):
            self.players[key].position = position


def ranked(state: State, players: Iterable[Player]) -> list[tuple[int, Player]]:
    """Return players with their ranks, best first; equal ones share a rank."""
    ordered = sorted(players, key=lambda player: (order(state.settings.kind, player), player.key))
    ranks: list[tuple[int, Player]] = []
    for number, player in enumerate(ordered, start=1):
        level = ranks and order(state.settings.kind, ranks[-1][1]) == order(
            state.settings.kind, player
        )
        ranks.append((ranks[-1][0] if level else number, player))
    return ranks


def order(kind: str, player: Player) -> tuple[int, int]:
    """Return what players are ordered by, the least first."""
    if kind == "challenge":
        return (player.position is None, player.position or 0)
    if kind == "points":
        return (-player.points, 0)
    return (-player.rating, 0)
