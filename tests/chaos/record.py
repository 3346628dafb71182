"""What a run has left: the clients' journal on one side, the store on the other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from eventstore import streams
from eventstore.events import StoredEvent
from matches.events import KIND
from tests.chaos.journal import Journal

History = Sequence[StoredEvent]


@dataclass(frozen=True, slots=True)
class Record:
    """Both sides, to be compared."""

    journal: Journal
    histories: Mapping[UUID, History]
    """The stored events of every match."""


def stored(journal: Journal, matches: Iterable[UUID]) -> Record:
    """Return the record of a run with what the store holds of these matches."""
    return Record(journal, {match: streams.load(KIND, match) for match in matches})


def commands(history: History) -> list[History]:
    """Return the events of each command: one begins where an event has a key."""
    starts = [index for index, event in enumerate(history) if event.key is not None]
    ends = [*starts[1:], len(history)]
    return [history[start:end] for start, end in zip(starts, ends, strict=True)]
