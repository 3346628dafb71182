"""What `handle` promises of every kind of stream."""

from datetime import timedelta
from enum import Enum
from threading import Barrier, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connections, transaction

from eventstore import streams, verification
from eventstore.aggregate import CommandContext
from eventstore.catalogue import UnknownEventTypeError
from eventstore.command_handler import Fork, handle
from eventstore.events import NewEvent, StoredEvent
from tests.eventstore import appending
from tests.eventstore.specimens import REFUSALS, SPECIMENS, Decide, Specimen, new_key
from tests.samples import sampled
from tests.toys import tally

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture(params=sampled(SPECIMENS, "tally", "ladder", "tournament", "match"))
def specimen(request: pytest.FixtureRequest) -> Specimen:
    return SPECIMENS[request.param]()


def context(specimen: Specimen, key: str | None = None, mark: bytes = b"ask") -> CommandContext:
    return CommandContext(specimen.actor, key or new_key(), mark, reason="a test")


def history(specimen: Specimen, stream_id: UUID) -> list[StoredEvent]:
    return streams.load(specimen.aggregate.kind, stream_id)


def bodies(events: Any) -> list[tuple[int, str, str]]:
    return [(event.version, event.type, event.body) for event in events]


def is_whole(specimen: Specimen, stream_id: UUID) -> bool:
    """Return whether the chain holds and all rows are those of a rebuild."""
    return verification.check(specimen.aggregate.kind, stream_id) == []


def test_a_command_is_written_and_its_rows_are_those_of_a_rebuild(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    before = len(history(specimen, stream_id))

    result = handle(specimen.aggregate, stream_id, context(specimen), specimen.step(1))

    assert bodies(result.events) == bodies(history(specimen, stream_id)[before:])
    assert result.events
    assert not result.is_replayed
    assert is_whole(specimen, stream_id)


def test_times_are_cut_to_milliseconds_and_never_run_backwards(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    last = history(specimen, stream_id)[-1].at
    later = last.replace(microsecond=0) + timedelta(seconds=5, microseconds=123_456)

    cut = later.replace(microsecond=123_000)
    moments = ((last - timedelta(hours=1), last), (later, cut), (last, cut))
    for number, (given, kept) in enumerate(moments, start=1):
        result = handle(
            specimen.aggregate, stream_id, context(specimen), specimen.step(number), at=given
        )
        assert {event.at for event in result.events} == {kept}
    assert is_whole(specimen, stream_id)


def test_a_repeated_key_gives_the_first_answer_whatever_has_happened_since(
    specimen: Specimen,
) -> None:
    stream_id = specimen.opened()
    once = context(specimen)
    version = len(history(specimen, stream_id))
    first = handle(specimen.aggregate, stream_id, once, specimen.step(1), expected_version=version)
    told = bodies(first.events)
    handle(specimen.aggregate, stream_id, context(specimen), specimen.step(2))
    after = len(history(specimen, stream_id))

    again = handle(specimen.aggregate, stream_id, once, specimen.step(1), expected_version=version)
    late = handle(specimen.aggregate, stream_id, once, specimen.step(3))

    for each in (again, late):
        assert each.is_replayed
        assert bodies(each.events) == told
        assert each.state.version == told[-1][0]
    assert len(history(specimen, stream_id)) == after


def test_a_key_with_another_request_is_refused(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    key = new_key()
    handle(specimen.aggregate, stream_id, context(specimen, key), specimen.step(1))
    before = history(specimen, stream_id)

    with pytest.raises(REFUSALS) as refused:
        handle(
            specimen.aggregate,
            stream_id,
            context(specimen, key, b"something else"),
            specimen.step(2),
        )

    assert specimen.code(refused.value) == "idempotency_key_reused"
    assert history(specimen, stream_id) == before


def test_a_key_serves_once_in_each_stream(specimen: Specimen) -> None:
    one, other = specimen.opened(), specimen.opened()
    key = new_key()
    handle(specimen.aggregate, one, context(specimen, key), specimen.step(1))
    before = len(history(specimen, other))

    first = handle(specimen.aggregate, other, context(specimen, key), specimen.step(2))
    again = handle(specimen.aggregate, other, context(specimen, key), specimen.step(2))

    assert (first.is_replayed, again.is_replayed) == (False, True)
    assert len(history(specimen, other)) == before + len(first.events)


def test_a_version_that_has_passed_is_refused(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    version = len(history(specimen, stream_id))
    handle(specimen.aggregate, stream_id, context(specimen), specimen.step(1))
    before = history(specimen, stream_id)

    for expected in (version, len(before) + 1):
        with pytest.raises(REFUSALS) as refused:
            handle(
                specimen.aggregate,
                stream_id,
                context(specimen),
                specimen.step(2),
                expected_version=expected,
            )
        assert specimen.code(refused.value) == "version_conflict"
    assert history(specimen, stream_id) == before


def test_of_two_writers_at_one_version_one_wins(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    version = len(history(specimen, stream_id))
    ready = Barrier(2)
    outcomes: list[str] = []

    def write(number: int) -> None:
        ready.wait()
        try:
            handle(
                specimen.aggregate,
                stream_id,
                context(specimen),
                specimen.step(number),
                expected_version=version,
            )
            outcomes.append("written")
        except REFUSALS as error:
            outcomes.append(specimen.code(error))
        finally:
            connections.close_all()

    both = [Thread(target=write, args=(number,)) for number in (1, 2)]
    for each in both:
        each.start()
    for each in both:
        each.join()

    assert sorted(outcomes) == ["version_conflict", "written"]
    assert is_whole(specimen, stream_id)


def test_writers_that_name_no_version_come_one_after_another(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    before = len(history(specimen, stream_id))

    def write(number: int) -> None:
        try:
            handle(specimen.aggregate, stream_id, context(specimen), specimen.step(number))
        finally:
            connections.close_all()

    writers = [Thread(target=write, args=(number,)) for number in (1, 2, 3)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()

    commands = [event for event in history(specimen, stream_id)[before:] if event.key]
    assert len(commands) == 3
    assert is_whole(specimen, stream_id)


def refusing(specimen: Specimen, then: Decide) -> Decide:
    """Return a command that is refused after it has added events."""

    def decide(state: Any, work: Any) -> None:
        then(state, work)
        raise specimen.refusal

    return decide


def test_a_refusal_writes_nothing_and_leaves_nothing_in_memory(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    before = history(specimen, stream_id)

    with pytest.raises(type(specimen.refusal)):
        handle(
            specimen.aggregate,
            stream_id,
            context(specimen),
            refusing(specimen, specimen.step(1)),
        )

    assert history(specimen, stream_id) == before
    assert is_whole(specimen, stream_id)
    handle(
        specimen.aggregate,
        stream_id,
        context(specimen),
        specimen.step(1),
        expected_version=len(before),
    )
    assert is_whole(specimen, stream_id)


def test_there_is_nothing_to_ask_of_a_stream_that_is_not_there(specimen: Specimen) -> None:
    specimen.opened()

    with pytest.raises(REFUSALS) as refused:
        handle(specimen.aggregate, uuid4(), context(specimen), specimen.step(1))

    assert specimen.code(refused.value) == "not_found"


def test_a_dry_run_writes_nothing_and_tells_what_then_happens(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    before = history(specimen, stream_id)
    once = context(specimen)

    dry = handle(specimen.aggregate, stream_id, once, specimen.step(1), dry_run=True)
    told = bodies(dry.events)

    assert history(specimen, stream_id) == before
    assert is_whole(specimen, stream_id)
    wet = handle(specimen.aggregate, stream_id, once, specimen.step(1))
    assert not wet.is_replayed
    assert bodies(wet.events) == told
    assert wet.state.version == dry.state.version
    assert is_whole(specimen, stream_id)


def test_commands_on_a_fork_follow_one_another_and_write_nothing(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    before = history(specimen, stream_id)
    fork = Fork(specimen.aggregate, stream_id)

    fork.handle(context(specimen), specimen.step(1))
    fork.handle(context(specimen), specimen.step(2))

    assert history(specimen, stream_id) == before
    assert fork.before.version == len(before)
    for number in (1, 2):
        handle(specimen.aggregate, stream_id, context(specimen), specimen.step(number))
    assert fork.state.version == len(history(specimen, stream_id))


def test_a_command_that_is_rolled_back_with_its_caller_leaves_no_trace(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    before = history(specimen, stream_id)
    once = context(specimen)

    with transaction.atomic():
        handle(specimen.aggregate, stream_id, once, specimen.step(1))
        transaction.set_rollback(True)

    assert history(specimen, stream_id) == before
    assert not handle(specimen.aggregate, stream_id, once, specimen.step(1)).is_replayed
    assert is_whole(specimen, stream_id)


def test_a_state_of_a_lost_history_is_never_answered_from(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    version = len(history(specimen, stream_id))
    cache = getattr(specimen.aggregate, "cache", None)
    with transaction.atomic():
        handle(specimen.aggregate, stream_id, context(specimen), specimen.step(1))
        lost = specimen.aggregate.fold(stream_id, history(specimen, stream_id))
        transaction.set_rollback(True)
    handle(specimen.aggregate, stream_id, context(specimen), specimen.step(2))
    kept = bodies(history(specimen, stream_id))
    assert lost.version == len(kept) > version
    if cache is not None:
        cache.entry(stream_id).state = lost

    result = handle(
        specimen.aggregate,
        stream_id,
        context(specimen),
        specimen.step(1),
        expected_version=len(kept),
    )

    assert bodies(history(specimen, stream_id))[: len(kept)] == kept
    assert result.events[0].version == len(kept) + 1
    assert is_whole(specimen, stream_id)


def test_an_event_of_an_older_schema_is_folded_in_todays_form(specimen: Specimen) -> None:
    event_type, schema, old, today = specimen.old

    stream_id = specimen.opened()
    earlier = history(specimen, stream_id)
    if earlier[0].type == event_type:
        earlier = []
    last = streams.load(specimen.aggregate.kind, stream_id)[-1]
    stored = last._replace(version=len(earlier) + 1, type=event_type, schema=schema, body=old)
    decoded = specimen.aggregate.catalogue.decode(event_type, schema, old)
    written = specimen.aggregate.catalogue.encode(decoded)

    folded = specimen.aggregate.fold(stream_id, [*earlier, stored])
    as_today = stored._replace(schema=written.schema, body=today)

    assert written.body == today
    assert folded.version == len(earlier) + 1
    assert contents(folded) == contents(specimen.aggregate.fold(stream_id, [*earlier, as_today]))


def contents(value: Any) -> Any:
    """Return what a state holds, to be compared: most states are equal to themselves alone."""
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    names += getattr(value, "__dict__", {})
    match value:
        case dict():
            return {key: contents(each) for key, each in value.items()}
        case list() | tuple():
            return [contents(each) for each in value]
        case _ if names and not isinstance(value, UUID | Enum):
            return {name: contents(getattr(value, name, None)) for name in names}
        case _:
            return value


def test_an_unknown_type_of_event_stops_the_fold_with_its_name(specimen: Specimen) -> None:
    stream_id = specimen.opened()
    events = history(specimen, stream_id)
    strange = events[-1]._replace(version=len(events) + 1, type="it_rained")

    with pytest.raises(UnknownEventTypeError, match="it_rained"):
        specimen.aggregate.fold(stream_id, [*events, strange])


class TestATally:
    """What only the toy has."""

    def test_a_retroactive_event_has_all_folded_anew(self) -> None:
        specimen = SPECIMENS["tally"]()
        stream_id = specimen.opened()
        handle(tally.TALLY, stream_id, context(specimen), specimen.step(5))

        def strike(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Struck(2))

        result = handle(tally.TALLY, stream_id, context(specimen), strike)

        assert result.state.total == 1
        assert tally.row(stream_id) == (4, 1)

    def test_an_old_row_of_the_stream_counts_as_what_it_means_today(self) -> None:
        stream_id = SPECIMENS["tally"]().opened()
        old = NewEvent("amount_added", '{"n":7}')
        appending.append(
            "tally", stream_id, 1, [old], actor="system", key=new_key(), at=at(stream_id)
        )

        with_today = handle(
            tally.TALLY,
            stream_id,
            CommandContext("system", new_key()),
            SPECIMENS["tally"]().step(2),
        )

        assert with_today.state.total == 10


def at(stream_id: UUID) -> Any:
    return streams.load("tally", stream_id)[-1].at
