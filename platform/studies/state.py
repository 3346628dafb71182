"""A study as the fold of its stream. Pure."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from eventstore import chain
from eventstore.events import Moment
from studies import events as e


class Line:
    """Moves after a moment of the match, the position, or a moment of another line."""

    __slots__ = ("at", "bots", "moves", "number", "parent", "ply")

    def __init__(self, begun: e.LineBegun) -> None:
        self.number = begun.line
        self.at = begun.at
        self.parent = begun.parent
        self.ply = begun.ply
        self.bots: Sequence[int] = begun.bots
        self.moves: list[e.LineMoveMade] = []


class StudyState:
    """Everything that the stream says."""

    __slots__ = (
        *("at", "author", "comments", "deleted", "hash", "id", "lines", "match", "position"),
        *("shared", "version"),
    )

    def __init__(self, study: UUID) -> None:
        self.id = study
        self.version = 0
        self.hash = chain.genesis(e.KIND, study)
        self.at: datetime | None = None
        self.match: UUID | None = None
        self.position: e.PositionSet | None = None
        """What is studied: the one or the other."""
        self.author: UUID | None = None
        self.shared = False
        self.deleted = False
        self.lines: dict[int, Line] = {}
        self.comments: dict[UUID, tuple[int, int]] = {}
        """Line and ply of each comment."""


def evolve(state: StudyState, event: e.StudyEvent, _moment: Moment) -> None:
    """Fold one event."""
    match event:
        case e.StudyOpened():
            state.match, state.author = UUID(event.match), UUID(event.author)
        case e.PositionSet():
            state.position, state.author = event, UUID(event.author)
        case e.LineBegun():
            state.lines[event.line] = Line(event)
        case e.LineMoveMade():
            state.lines[event.line].moves.append(event)
        case e.CommentMade():
            state.comments[UUID(event.comment)] = (event.line, event.ply)
        case e.CommentRemoved():
            del state.comments[UUID(event.comment)]
        case e.StudyShared() | e.StudyWithdrawn():
            state.shared = isinstance(event, e.StudyShared)
        case e.StudyDeleted():
            state.deleted = True
