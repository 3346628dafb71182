"""Verification: a finished match played again from its log, every link, draw and decision."""

from collections.abc import Callable
from hashlib import sha256

from eventstore import chain
from games import registry
from matches import audit
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.recorded import Recording, record
from tests.bench.rounds import by_turns, cycled, repeated

MATCH = 1


def measure(context: Context) -> Figures:
    """Return events verified per second over one match of every game, beside hashing alone."""
    recordings = [record(rules, MATCH) for rules in registry.current_games()]
    subjects = {
        "own": repeated(cycled([_audit(each) for each in recordings])),
        "sha256": repeated(cycled([_hash(each) for each in recordings])),
    }
    medians = by_turns(subjects, context.seconds, context.advance)
    return {"verify": Figure.of("events/s", medians, "own")}


def _audit(recording: Recording) -> Callable[[], int]:
    def verify() -> int:
        found = audit.of_ended(recording.match_id, recording.stored).findings
        if found:
            message = f"the recorded match is none: {found[0].text}"
            raise AssertionError(message)
        return len(recording.stored)

    return verify


def _hash(recording: Recording) -> Callable[[], int]:
    contents = [
        bytes(32) + chain.line(event.version, event.type, event.body, event.at)
        for event in recording.stored
    ]

    def hash_all() -> int:
        for content in contents:
            sha256(content).digest()
        return len(contents)

    return hash_all
