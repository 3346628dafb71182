"""Cold loads: one match from PostgreSQL to a state, as a process does that has not seen it."""

from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter

from django.db import connections

from eventstore.memory import Entry
from games.core import AnyRules
from matches.aggregate import MATCH
from matches.events import KIND
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures, name
from tests.bench.fold import NO_PEER
from tests.bench.recorded import BEGAN_AT, Recording, record
from tests.bench.rounds import Subject, by_turns, cycled, repeated
from tests.eventstore import appending

MATCHES = 50
"""Loaded in turn, so that it is not one page of the database over and over."""


def measure(rules: AnyRules, context: Context, *, matches: int = MATCHES) -> Figures:
    """Return events per second from the database of Django's connection: query, decode, fold."""
    recordings = [record(rules, number) for number in range(matches)]
    for recording in recordings:
        _store(recording)
    works = [_load(recording) for recording in recordings]
    subjects = {"own": repeated(cycled(works), perf_counter)}
    if find_spec("eventsourcing") is None:
        context.note(NO_PEER)
    else:
        subjects["eventsourcing"] = _peer(rules, recordings)
    medians = by_turns(subjects, context.seconds, context.advance)
    return {name("fold_postgres", rules): Figure.of("events/s", medians, "own")}


def _store(recording: Recording) -> None:
    appending.append(
        KIND,
        recording.match_id,
        0,
        recording.events,
        actor=recording.stored[0].actor,
        key=f"bench-{recording.match_id}",
        at=BEGAN_AT,
    )


def _load(recording: Recording) -> Callable[[], int]:
    def load() -> int:
        return Entry(MATCH, recording.match_id).caught_up().version

    return load


def _peer(rules: AnyRules, recordings: list[Recording]) -> Subject:
    """Return the library's loads of the same matches from the same server."""
    from tests.bench.peers import aggregates  # noqa: PLC0415 - An extra, not always there.

    settings = connections["owner"].settings_dict
    application = aggregates.application(
        database=settings["NAME"],
        host=settings["HOST"],
        port=settings["PORT"],
        user=settings["USER"],
        password=settings["PASSWORD"],
    )
    made = aggregates.decorated(rules)
    ids = []
    for recording in recordings:
        aggregate = aggregates.played(made, recording.game_events)
        application.save(aggregate)
        ids.append(aggregate.id)

    def load(match_id: object) -> Callable[[], int]:
        return lambda: int(application.repository.get(match_id).version)

    return repeated(cycled([load(match_id) for match_id in ids]), perf_counter)
