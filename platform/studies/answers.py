"""What the API answers about studies, as typed structs."""

from msgspec import Struct

from api.formats import Id, Instant, Object


class StudyListed(Struct, frozen=True):
    """The summary of a study."""

    id: Id
    """The id of the study."""
    match: Id | None
    """The id of the match; null for a custom position."""
    game: str
    """The id of the game."""
    shared: bool
    """Whether others may read the study: everyone who may see the match, or everyone if it is of
    a custom position."""
    lines: int
    """The number of lines."""
    opened_at: Instant
    """When the study was created."""
    updated_at: Instant
    """When the study was last changed."""


class StudyMove(Struct, frozen=True):
    """A move of a line."""

    seat: int
    """The number of the seat that moved."""
    move: Object
    """The move, as in `legal_moves`."""
    bot: str | None
    """The id of the bot that chose the move; null if the author did."""


class StudyLine(Struct, frozen=True):
    """A line: moves from a position of the match, the custom position, or another line."""

    line: int
    """The number of the line, starting at 1."""
    at: int | None
    """The version of the match at which the line starts, or 0 for the custom position; null if
    it branches off another line."""
    parent: int | None
    """The number of the line that it branches off; null if it starts from the match or the
    custom position."""
    ply: int
    """The number of moves of that line before the branch."""
    bots: list[int]
    """The bots in the line, by seat."""
    moves: list[StudyMove]
    """The moves, in order."""


class StudyComment(Struct, frozen=True):
    """A comment by the author on a position."""

    id: Id
    """The id of the comment."""
    line: int
    """The number of the line, starting at 1."""
    ply: int
    """The number of moves of the line before the position."""
    words: str
    """The text of the comment."""
    made_at: Instant
    """When the comment was made."""


class StudyShown(Struct, frozen=True):
    """A study."""

    id: Id
    """The id of the study."""
    match: Id | None
    """The id of the match; null for a custom position."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules."""
    author: str
    """The name of the author."""
    mine: bool
    """Whether you are the author."""
    shared: bool
    """Whether others may read the study: everyone who may see the match, or everyone if it is of
    a custom position."""
    lines: list[StudyLine]
    """The lines, in the order in which they were started."""
    comments: list[StudyComment]
    """The comments, oldest first."""
    position: Object | None = None
    """The custom position, including what was dealt; null for a study of a match."""
    seed: str | None = None
    """The random seed from which the rest of the custom position was dealt; null for a study of
    a match."""


class PositionShown(Struct, frozen=True):
    """A position of a match, in the form that `POST /studies` takes."""

    game: str
    """The id of the game."""
    rules: str
    """The id of the version of the rules."""
    seats: int
    """The number of players."""
    dataset: str
    """The id of the dataset (component data)."""
    options: Object
    """The options of the game."""
    position: Object
    """The whole position, including the cards still to come."""


class StudyPosition(Struct, frozen=True):
    """A position of a study."""

    line: int
    """The number of the line, starting at 1."""
    ply: int
    """The number of moves of the line before the position."""
    viewer: str
    """The viewer: `public`, `all` or a seat number."""
    to_act: list[int]
    """The numbers of the seats that have to decide."""
    view: Object
    """The position as the viewer may see it."""
    legal_moves: list[Object]
    """The legal moves of the viewer."""
    placings: list[int] | None
    """The places by seat, starting at 1, if the game is over here; null otherwise."""
