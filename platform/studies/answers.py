"""What the API answers about studies, as typed structs."""

from msgspec import Struct

from api.formats import Id, Instant, Object


class StudyListed(Struct, frozen=True):
    """A study in a list."""

    id: Id
    """The id of the study."""
    match: Id | None
    """The match that it studies; null for a position that was set up by hand."""
    game: str
    """The id of the game."""
    shared: bool
    """Whether others may read it: whoever may see the match, and of a position everybody."""
    lines: int
    """How many lines it has."""
    opened_at: Instant
    """When it was opened."""
    updated_at: Instant
    """When it was changed last."""


class StudyMove(Struct, frozen=True):
    """A move of a line."""

    seat: int
    """Whose move it is."""
    move: Object
    """The move, as in `legal_moves`."""
    bot: str | None
    """Which bot has chosen it; null for the author."""


class StudyLine(Struct, frozen=True):
    """Moves after a moment of the match, the position, or a moment of another line."""

    line: int
    """Its number, from 1."""
    at: int | None
    """The version of the match after which it goes another way, 0 for a position; null where it
    leaves a line."""
    parent: int | None
    """The line that it leaves; null where it leaves the match or the position."""
    ply: int
    """After how many moves of that line."""
    bots: list[int]
    """Seats that a bot plays in it."""
    moves: list[StudyMove]
    """Its moves, in order."""


class StudyComment(Struct, frozen=True):
    """What the author says of a moment."""

    id: Id
    """The id of the comment."""
    line: int
    """The line."""
    ply: int
    """After how many of its moves."""
    words: str
    """The comment."""
    made_at: Instant
    """When the comment was made."""


class StudyShown(Struct, frozen=True):
    """A study."""

    id: Id
    """The id of the study."""
    match: Id | None
    """The match that it studies; null for a position that was set up by hand."""
    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules."""
    author: str
    """The name of who made it."""
    mine: bool
    """Whether that is you."""
    shared: bool
    """Whether others may read it: whoever may see the match, and of a position everybody."""
    lines: list[StudyLine]
    """Its lines, in the order in which they were begun."""
    comments: list[StudyComment]
    """Its comments, oldest first."""
    position: Object | None = None
    """The position that was set up, what was dealt included; null for a match."""
    seed: str | None = None
    """From which what was left to chance in the position has been dealt."""


class PositionShown(Struct, frozen=True):
    """A table at a moment of a match, as `POST /studies` takes it to set it up again."""

    game: str
    """The id of the game."""
    rules: str
    """The id of the version of its rules."""
    seats: int
    """How many sit there."""
    dataset: str
    """The id of the component data."""
    options: Object
    """The options of the game."""
    position: Object
    """All that lies on the table, and what is to come."""


class StudyPosition(Struct, frozen=True):
    """The table at a moment of a study."""

    line: int
    """The line."""
    ply: int
    """After how many of its moves."""
    viewer: str
    """For whom the table is shown: `public`, `all` or the number of a seat."""
    to_act: list[int]
    """The seats that are to decide."""
    view: Object
    """The table as the viewer may see it."""
    legal_moves: list[Object]
    """What the viewer may do."""
    placings: list[int] | None
    """By seat, where the game is over in this line."""
