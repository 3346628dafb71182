"""Whether everybody was shown what the store says, and nothing that was hidden from them."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from eventstore.events import StoredEvent
from games.core import ALL, PUBLIC
from matches import redaction
from matches.folds import fold
from matches.state import MatchState
from tests.chaos.checks import boundaries
from tests.chaos.journal import Look, Watch, digest
from tests.chaos.record import History, Record


def wrong_views(record: Record) -> Iterator[str]:
    """Yield answers that are not what their viewer may see of the stored history.

    That is at once: somebody else's cards, a state that was never committed, and half a command.
    """
    looks: dict[UUID, dict[int, list[Look]]] = defaultdict(lambda: defaultdict(list))
    for look in record.journal.looks:
        looks[look.match][look.version].append(look)
    for match, by_version in looks.items():
        history = record.histories.get(match, ())
        complete = boundaries(history)
        state = MatchState(match)
        for event in history:
            fold(state, [event])
            for look in by_version.pop(event.version, ()):
                if event.version not in complete:
                    yield f"{match}: version {event.version} was shown, in the midst of a command"
                elif look.digest != digest(seen_by(state, look.account)):
                    yield f"{match}: version {event.version} was shown otherwise than stored"
        for version in by_version:
            yield f"{match}: version {version} was shown and is not stored"


def seen_by(state: MatchState, account: UUID | None) -> dict[str, Any]:
    """Return what an account may see of a state."""
    viewer = redaction.viewer_of(state, account)
    fields = redaction.live_fields(state, seat=state.seat_of(account), viewer=viewer)
    seen: dict[str, Any] = msgspec.to_builtins(fields)
    return seen


def stream_faults(record: Record) -> Iterator[str]:
    """Yield streams with a gap, a repeat, something untrue, or something hidden."""
    for watch in record.journal.watches:
        history = record.histories.get(watch.match, ())
        told = [event["version"] for event in watch.events]
        expected = list(range(1, len(history) + 1)) if watch.ended else told
        if told != list(range(1, len(told) + 1)) or told != expected:
            yield f"stream of {watch.match}: gap or repeat after {watch.connections} connections"
        else:
            yield from _untrue(watch, history)


def _untrue(watch: Watch, history: History) -> Iterator[str]:
    state = MatchState(watch.match)
    seen = 0
    for event in history:
        fold(state, [event])
        seen = event.version
        if seen > len(watch.events):
            return
        if not _was_allowed(watch, history, state, seen):
            yield f"stream of {watch.match}: event {seen} is not what its viewer may know"


def _was_allowed(watch: Watch, history: History, state: MatchState, version: int) -> bool:
    """Return whether an event came as its viewer could know it at some moment since.

    Games in which things are forgotten or uncovered later show an event otherwise later.
    """
    told, event = watch.events[version - 1], history[version - 1]
    if told == _line(state, event, watch.account):
        return True
    if told["hash"] is not None:
        is_over = history[-1].at.timestamp() <= watch.received[version - 1]
        return is_over and told == redaction.event_line(state, event, ALL)
    later = fold(MatchState(watch.match), history[:version])
    for following in history[version:]:
        fold(later, [following])
        if not later.over and told == _line(later, event, watch.account):
            return True
    return False


def _line(state: MatchState, event: StoredEvent, account: UUID | None) -> Any:
    seat = state.seat_of(account)
    viewer = PUBLIC if seat is None else seat
    return json.loads(json.dumps(redaction.event_line(state, event, viewer)))


def complete_streams(watches: Sequence[Watch]) -> int:
    """Return how many streams were watched to their end."""
    return sum(watch.ended for watch in watches)
