"""Folds in memory: the typed events of one match through the rules."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from games.core import AnyRules, replay
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures, name
from tests.bench.recorded import Recording, record
from tests.bench.rounds import Subject, by_short_turns, repeated

MATCH = 1
NO_PEER = "eventsourcing is not installed: no anchor for folds"


def measure(rules: AnyRules, context: Context) -> Figures:
    """Return events per second in the fold of one match of a game."""
    recording = record(rules, MATCH)
    subjects = {"own": repeated(_fold(rules, recording))}
    if find_spec("eventsourcing") is None:
        context.note(NO_PEER)
    else:
        subjects |= _peers(rules, recording)
    medians = by_short_turns(subjects, context.seconds, context.advance)
    return {name("fold", rules): Figure.of("events/s", medians, "own")}


def _fold(rules: AnyRules, recording: Recording) -> Callable[[], int]:
    seats, options, events = recording.seats, recording.options, recording.game_events

    def fold() -> int:
        replay(rules, rules.new_state(seats, options), events)
        return len(events)

    return fold


def _peers(rules: AnyRules, recording: Recording) -> dict[str, Subject]:
    from tests.bench.peers import aggregates  # noqa: PLC0415 - An extra, not always there.

    def peer(style: Callable[[AnyRules], Any]) -> Subject:
        aggregate = aggregates.played(style(rules), recording.game_events)
        events = aggregate.collect_events()

        def fold() -> int:
            aggregates.folded(events)
            return len(events)

        return repeated(fold)

    return {
        "eventsourcing": peer(aggregates.decorated),
        "eventsourcing_apply": peer(aggregates.explicit),
    }
