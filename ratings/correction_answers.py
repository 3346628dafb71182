"""What the API answers to those who run a ladder: what a command would change, and has changed."""

import msgspec

from api.formats import Id


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom a command moves."""

    player: str
    """The name of the player."""
    rating_before: float | None
    """The rating before the command; null for a new player."""
    rating_after: float | None
    """The rating after the command; null for a player who is gone."""
    change: float
    """What the rating gains or loses, in points."""
    rank_before: int | None
    """The rank before the command."""
    rank_after: int | None
    """The rank after the command."""
    games_before: int
    """Rated matches before the command."""
    games_after: int
    """Rated matches after the command."""
    points_before: float
    """Points of the season before the command."""
    points_after: float
    """Points of the season after the command."""


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a command changes."""

    ladder: str
    """The slug of the ladder."""
    version: int
    """The version of the ladder after the command."""
    dry_run: bool
    """Whether the command was only tried."""
    players: list[Moved]
    """The players who move, the largest changes first."""
    largest_change: float
    """The largest change of a rating, in points."""
    matches_before: int
    """How many matches counted before the command."""
    matches_after: int
    """How many matches count after the command."""


class LineImported(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a file and the match that it became."""

    line: int
    """The line number, starting at 1."""
    match: Id
    """The id of the match."""


class Imported(Consequences, frozen=True, kw_only=True):
    """What an import changes."""

    imported: int
    """How many results were imported."""
    lines: list[LineImported]
    """The match of each line."""


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """How many rows differ from a fold of the whole stream."""

    ladder: str
    """The slug of the ladder."""
    version: int
    """The version of the ladder."""
    dry_run: bool
    """Whether rows that differ were left as they are."""
    matches: int
    """The number of matches that count."""
    differences: int
    """How many rows differ."""
    tables: dict[str, int]
    """How many rows differ in each table of the database."""
