"""What the API answers to those who run a ladder: what a command would change, and has changed."""

import msgspec

from api.formats import Id


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A player affected by a command."""

    player: str
    """The name of the player."""
    rating_before: float | None
    """The rating before the command; null for a new player."""
    rating_after: float | None
    """The rating after the command; null for a removed player."""
    change: float
    """The change of the rating, in points."""
    rank_before: int | None
    """The rank before the command; null if not listed."""
    rank_after: int | None
    """The rank after the command; null if not listed."""
    games_before: int
    """The number of rated matches before the command."""
    games_after: int
    """The number of rated matches after the command."""
    points_before: float
    """The season points before the command."""
    points_after: float
    """The season points after the command."""


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """The changes caused by a command."""

    ladder: str
    """The slug of the ladder."""
    version: int
    """The version of the ladder after the command."""
    dry_run: bool
    """Whether this was a dry run."""
    players: list[Moved]
    """The players affected, largest changes first."""
    largest_change: float
    """The largest change of a rating, in points."""
    matches_before: int
    """The number of matches that counted before the command."""
    matches_after: int
    """The number of matches that count after the command."""


class LineImported(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the file and the match created from it."""

    line: int
    """The line number, starting at 1."""
    match: Id
    """The id of the match."""


class Imported(Consequences, frozen=True, kw_only=True):
    """The changes caused by an import."""

    imported: int
    """The number of imported results."""
    lines: list[LineImported]
    """The match created from each line."""


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """The result of recomputing a ladder from its events."""

    ladder: str
    """The slug of the ladder."""
    version: int
    """The version of the ladder."""
    dry_run: bool
    """Whether rows that differ were left unchanged."""
    matches: int
    """The number of matches that count."""
    differences: int
    """The number of rows that differ."""
    tables: dict[str, int]
    """The number of rows that differ, by database table."""
