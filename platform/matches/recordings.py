"""A match as it was at any of its versions, for whoever looks at it again.

Who steps through a match asks for one moment after the other. So a process keeps the history of
matches that were looked at last, folded up to every few events; what is between is folded anew. It
counts only while its last hash is that of the stream's head: a match that has gone on, or whose
history is another one since, is recorded again. All of it is the truth, which nobody is shown
before it has been redacted (`matches.redaction`).
"""

from collections import OrderedDict
from collections.abc import Collection, Sequence
from copy import copy
from threading import Lock
from uuid import UUID

from eventstore import replica, streams
from eventstore.events import Point, StoredEvent
from matches.events import KIND
from matches.folds import fold
from matches.state import MatchState

EVERY = 32
"""Events from one remembered state to the next."""
EVENTS_MAX = 20_000
"""Of all recordings that a process keeps, together: about 30 MB, or thirty matches."""


class Recording:
    """The history of a match up to some head. Nobody changes it, so it needs no lock.

    But for whether it is withheld, which the stream does not say (`matches.withholding`).
    """

    __slots__ = ("_states", "events", "head")

    def __init__(self, match_id: UUID, events: Sequence[StoredEvent]) -> None:
        self.events = events
        self._states = [MatchState(match_id)]
        for begin in range(0, len(events), EVERY):
            state = without_clocks(self._states[-1])
            self._states.append(fold(state, events[begin : begin + EVERY]))
        self.head = self._states[-1]
        """The match as the last event left it; only to be looked at, as all that it holds."""

    def at(self, version: int) -> MatchState:
        """Return the match as it stood at a version, its clocks excepted."""
        nearest, further = divmod(version, EVERY)
        state = without_clocks(self._states[nearest])
        return fold(state, self.events[version - further : version])

    def versions_of(self, types: Collection[str]) -> list[tuple[int, str]]:
        """Return where events of some types stand, oldest first."""
        return [(event.version, event.type) for event in self.events if event.type in types]


def without_clocks(state: MatchState) -> MatchState:
    """Return a state to fold on that shares nothing mutable with this one, and has no clocks."""
    other = copy(state)
    other.timer = None
    other.seat_states = {seat: copy(seat_state) for seat, seat_state in state.seat_states.items()}
    other.got_up = set(state.got_up)
    other.left = [list(group) for group in state.left]
    other.votes = {what: set(seats) for what, seats in state.votes.items()}
    other.common = list(state.common)
    other.game = None if state.game is None else state.game.copy()
    return other


class Recordings:
    """The recordings that a process keeps, those forgotten first that nobody has asked for."""

    def __init__(self, events_max: int) -> None:
        self._kept: OrderedDict[UUID, Recording] = OrderedDict()
        self._events_max = events_max
        self._lock = Lock()

    def of(self, state: MatchState) -> Recording:
        """Return the recording of a match that stands at the head of its stream."""
        with self._lock:
            kept = self._kept.get(state.id)
            if kept is not None and kept.head.hash == state.hash:
                self._kept.move_to_end(state.id)
                kept.head.withheld = state.withheld
                return kept
        head = Point(state.version, state.hash)
        events = (
            replica.load(KIND, state.id, head)
            if state.over
            else streams.load(KIND, state.id, until=state.version)
        )
        recording = Recording(state.id, events)
        recording.head.withheld = state.withheld
        # A history that changes meanwhile is that of the next one who asks.
        if recording.head.hash == state.hash:
            self._keep(recording)
        return recording

    def _keep(self, recording: Recording) -> None:
        with self._lock:
            self._kept[recording.head.id] = recording
            self._kept.move_to_end(recording.head.id)
            while sum(len(each.events) for each in self._kept.values()) > self._events_max:
                self._kept.popitem(last=False)


RECORDINGS = Recordings(EVENTS_MAX)
"""The recordings of this process."""
