"""What happens in a study: the vocabulary of its stream. Pure.

Events hold ids, moves and what they set off, draws included, so that folding never draws. The
words of comments stand in rows beside the stream, so that they can be erased.
"""

import msgspec

from eventstore.catalogue import Catalogue, Data

KIND = "study"
"""The kind of the streams."""


class StudyEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a study."""


class StudyOpened(StudyEvent, frozen=True, kw_only=True):
    """Somebody has begun to study a match."""

    match: str
    author: str


class PositionSet(StudyEvent, frozen=True, kw_only=True):
    """Somebody has set a position up to study it; a study begins so, or with a match."""

    author: str
    rules: str
    dataset: str
    seats: int
    options: Data
    seed: str
    """From which what was left to chance has been dealt."""
    position: Data
    """The whole of it, what was dealt included."""


class LineBegun(StudyEvent, frozen=True, kw_only=True):
    """A line begins at a moment of the match, at the position, or at a moment of another line."""

    line: int
    """From 1."""
    at: int | None
    """The version of the match, 0 for a position; None where it leaves another line."""
    parent: int | None
    """The line that it leaves."""
    ply: int
    """After how many of that line's moves; 0 at the match itself."""
    bots: list[int]
    """Seats that a bot plays in this line."""


class GameEvent(msgspec.Struct, frozen=True):
    """An event of the game, as its rules name and write it."""

    type: str
    schema: int
    """Under which its data were written."""
    data: Data


class LineMoveMade(StudyEvent, frozen=True, kw_only=True):
    """A line has gone on by a move, with all that it set off."""

    line: int
    seat: int
    move: Data
    bot: str | None
    """Which bot has chosen it; None for the author."""
    events: list[GameEvent]


class CommentMade(StudyEvent, frozen=True, kw_only=True):
    """The author has commented on a moment of a line."""

    comment: str
    line: int
    ply: int


class CommentRemoved(StudyEvent, frozen=True, kw_only=True):
    """A comment is gone."""

    comment: str


class StudyShared(StudyEvent, frozen=True, kw_only=True):
    """Whoever may see the match reads the study by its link from now on."""


class StudyWithdrawn(StudyEvent, frozen=True, kw_only=True):
    """Only the author reads it from now on."""


class StudyDeleted(StudyEvent, frozen=True, kw_only=True):
    """Nobody reads it any more."""


CATALOGUE: Catalogue[StudyEvent] = Catalogue(
    {
        "study_opened": StudyOpened,
        "position_set": PositionSet,
        "line_begun": LineBegun,
        "line_move_made": LineMoveMade,
        "comment_made": CommentMade,
        "comment_removed": CommentRemoved,
        "study_shared": StudyShared,
        "study_withdrawn": StudyWithdrawn,
        "study_deleted": StudyDeleted,
    }
)
