"""A case as the fold of its stream. Pure."""

from datetime import datetime
from uuid import UUID

from eventstore import chain
from eventstore.canonical import parse_timestamp
from eventstore.events import Moment
from moderation import events as e

OPEN, DECIDED, APPEALED, CLOSED = "open", "decided", "appealed", "closed"
STATUSES = (OPEN, DECIDED, APPEALED, CLOSED)


class CaseState:
    """Everything that the stream says."""

    __slots__ = (
        *("about", "appeal", "at", "decided_at", "decided_by", "ended", "ground", "hash", "id"),
        *("measure", "reporters", "seen_by", "status", "until", "version"),
    )

    def __init__(self, case: UUID) -> None:
        self.id = case
        self.version = 0
        self.hash = chain.genesis(e.KIND, case)
        self.at: datetime | None = None
        self.about: UUID | None = None
        self.status = OPEN
        self.reporters: set[UUID] = set()
        self.seen_by: set[str] = set()
        self.measure: e.Measure | None = None
        self.ground: e.Ground | None = None
        self.until: datetime | None = None
        self.decided_at: datetime | None = None
        self.decided_by = ""
        """The actor."""
        self.appeal = ""
        """`made`, `upheld` or `lifted`."""
        self.ended = False

    @property
    def is_in_force(self) -> bool:
        """Whether a lasting measure lasts."""
        lasts = self.measure in e.LASTING
        return lasts and not self.ended and self.appeal != "lifted"


def evolve(state: CaseState, event: e.CaseEvent, moment: Moment) -> None:
    """Fold one event."""
    match event:
        case e.CaseOpened():
            state.about = UUID(event.about)
        case e.ReportMade():
            state.reporters.add(UUID(event.reporter))
        case e.CaseSeen():
            state.seen_by.add(moment.actor)
        case e.CaseDecided():
            state.status, state.measure, state.ground = DECIDED, event.measure, event.ground
            state.until = None if event.until is None else parse_timestamp(event.until)
            state.decided_at, state.decided_by = moment.at, moment.actor
        case e.AppealMade():
            state.status, state.appeal = APPEALED, "made"
        case e.AppealDecided():
            state.status, state.appeal = CLOSED, "upheld" if event.upheld else "lifted"
        case e.MeasureEnded():
            state.ended = True
