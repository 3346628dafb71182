"""What must hold after everything: each check yields a sentence for everything that does not."""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from uuid import UUID

from matches.folds import fold
from matches.state import MatchState
from tests.chaos.journal import Ask
from tests.chaos.record import History, Record, commands

Check = Callable[[Record], Iterator[str]]

FIRST_EVENTS = {
    "open": "match_opened",
    "sit": "seat_taken",
    "bot": "seat_taken",
    "resign": "seat_resigned",
}
"""What a request's first event is; a move's is one of the game's."""


def lost(record: Record) -> Iterator[str]:
    """Yield what was acknowledged and is not in the store, at the place that was acknowledged."""
    placed = {
        (match, event.actor, event.key): event
        for match, history in record.histories.items()
        for event in history
        if event.key is not None
    }
    for ask in acknowledged(record):
        match = ask.match or UUID(ask.answer["id"])
        event = placed.get((match, ask.actor, ask.key))
        if event is None:
            yield f"{ask.what} {ask.key} was acknowledged and is lost"
        elif ask.what == "move":
            told = [(each["version"], each["type"]) for each in ask.answer["events"]]
            history = record.histories[match][event.version - 1 :][: len(told)]
            if told != [(each.version, each.type) for each in history]:
                yield f"move {ask.key} was acknowledged with other events than are stored"
        elif event.type != FIRST_EVENTS[ask.what]:
            yield f"{ask.what} {ask.key} is stored as {event.type}"


def doubled(record: Record) -> Iterator[str]:
    """Yield keys that were carried out more than once."""
    used = Counter(
        (event.actor, event.key)
        for history in record.histories.values()
        for event in history
        if event.key is not None
    )
    for (actor, key), times in used.items():
        if times > 1:
            yield f"{key} of {actor} was carried out {times} times"


def unasked(record: Record) -> Iterator[str]:
    """Yield what accounts did that no client asked for, or whose client was told no."""
    asks = {(ask.actor, ask.key): ask for ask in record.journal.asks}
    for match, history in record.histories.items():
        for event in history:
            if event.key is None or not event.actor.startswith("account:"):
                continue
            ask = asks.get((event.actor, event.key))
            if ask is None:
                yield f"{match} event {event.version}: nobody asked for {event.type}"
            elif ask.refused is not None:
                yield f"{match} event {event.version}: {ask.key} was refused, and carried out"


def out_of_order(record: Record) -> Iterator[str]:
    """Yield moves that were asked for after another's answer, and stand before it."""
    by_match: dict[UUID | None, list[Ask]] = {}
    for ask in acknowledged(record):
        if ask.what == "move":
            by_match.setdefault(ask.match, []).append(ask)
    for asks in by_match.values():
        asks.sort(key=lambda ask: ask.answer["version"])
        for earlier, later in itertools.pairwise(asks):
            if earlier.answer["version"] == later.answer["version"]:
                yield f"{earlier.key} and {later.key} were both told version {later.answer}"
            elif later.answered_at is not None and later.answered_at < earlier.asked_at:
                yield f"{later.key} was answered before {earlier.key} was asked for"


def clock_faults(record: Record) -> Iterator[str]:
    """Yield clocks that ran out early, or for a seat that had nothing to decide."""
    for match, event, lateness, was_due in timeouts(record.histories):
        if not was_due:
            yield f"{match} event {event}: a clock fired for a seat that had moved"
        elif lateness < timedelta():
            yield f"{match} event {event}: a clock fired {-lateness} early"


def timeouts(
    histories: Mapping[UUID, History],
) -> Iterator[tuple[UUID, int, timedelta, bool]]:
    """Yield every clock that ran out: match, version, lateness, whether its seat was to act."""
    for match, history in histories.items():
        state = MatchState(match)
        for event in history:
            deadline, acting = state.deadline, state.acting
            fold(state, [event])
            if event.type == "seat_timed_out":
                lateness = timedelta() if deadline is None else event.at - deadline
                seat = json.loads(event.body)["seat"]
                is_due = deadline is not None and seat in acting
                yield match, event.version, lateness, is_due


def unfinished(record: Record) -> Iterator[str]:
    """Yield matches that did not come to their end."""
    ended = {match for match, _ in record.journal.finished}
    for match in record.journal.matches:
        history = record.histories.get(match, ())
        if not history or history[-1].type != "match_finished":
            last = history[-1].type if history else "nothing"
            yield f"{match} is not finished: its last event is {last}"
        elif match not in ended:
            yield f"{match} is finished, and its players were not told"


def acknowledged(record: Record) -> Iterator[Ask]:
    """Yield the requests that were answered with a yes."""
    return (ask for ask in record.journal.asks if ask.answer is not None)


def boundaries(history: History) -> set[int]:
    """Return the versions at which a command was complete."""
    return {command[-1].version for command in commands(history)}
