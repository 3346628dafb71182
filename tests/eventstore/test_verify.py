"""What is gone or forged is found by verify, in every kind of stream, and never breaks it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import StringIO
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from eventstore import streams, verification
from eventstore.checkpoints import Head
from eventstore.events import NewEvent
from matches import vacations
from matches.models import DealSeed, Match, Vacation
from ratings.models import Ladder
from tests.eventstore import appending
from tests.eventstore.made import Stream, ladder, live_match, match, note, tournament, vacation
from tests.eventstore.owner import as_owner
from tests.samples import leading
from tournaments.models import Tournament

pytestmark = pytest.mark.slow


KINDS = [match, live_match, ladder, tournament, vacation]
MODELS: dict[str, Any] = {
    "match": Match,
    "ladder": Ladder,
    "tournament": Tournament,
    vacations.KIND: Vacation,
}
every_kind = pytest.mark.parametrize("made", KINDS, ids=lambda made: made.__name__)


def fault_of(stream: Stream) -> str:
    """Return the one fault of a stream, which a run over everything looks at."""
    assert stream in verification.everything()
    (fault,) = verification.check(*stream)
    return str(fault)


def length(stream: Stream) -> int:
    return len(streams.load(*stream))


def delete(stream: Stream, *, after: int = 0, until: int = 2**31 - 1) -> None:
    as_owner(
        "DELETE FROM eventstore_event WHERE stream_kind = %s AND stream_id = %s"
        " AND version > %s AND version <= %s",
        *(*stream, after, until),
    )


def without_row(stream: Stream) -> None:
    """Delete the rows of a stream, as only the owner can where others point at them."""
    kind, stream_id = stream
    if kind == "match":
        DealSeed.objects.filter(match=stream_id).delete()
    MODELS[kind].objects.filter(pk=stream_id).delete()


@pytest.mark.usefixtures("committed_db")
class TestWhatIsGone:
    @every_kind
    def test_a_stream_without_its_first_event_is_found(self, made: Callable[[], Stream]) -> None:
        stream = made()

        delete(stream, until=1)

        assert "event 1: is missing" in fault_of(stream)

    @every_kind
    def test_a_row_without_any_event_is_found(self, made: Callable[[], Stream]) -> None:
        stream = made()

        delete(stream)

        assert "has no events, though its row stands at version" in fault_of(stream)

    @every_kind
    def test_a_stream_whose_tail_is_gone_is_found_by_its_row(
        self, made: Callable[[], Stream]
    ) -> None:
        stream = made()
        last = length(stream)

        delete(stream, after=last - 1)

        assert f"the row is at version {last}, the events end with {last - 1}" in fault_of(stream)

    @pytest.mark.parametrize("made", [ladder, tournament, vacation])
    def test_a_stream_whose_tail_and_rows_are_gone_is_found_by_its_checkpoint(
        self, made: Callable[[], Stream]
    ) -> None:
        stream = made()
        last = length(stream)
        note(stream)

        without_row(stream)
        delete(stream, after=last - 1)

        assert f"ends with version {last - 1}, but stood at {last}" in fault_of(stream)

    def test_a_stream_of_which_nothing_at_all_is_left_is_found_by_its_checkpoint(self) -> None:
        stream = vacation()
        note(stream)

        without_row(stream)
        delete(stream)

        assert "has no events and no row, though it stood at version 2" in fault_of(stream)
        assert stream in verification.moved(None)

    def test_events_without_a_row_are_found(self) -> None:
        stream = vacation()

        without_row(stream)

        assert "row" in fault_of(stream)


@pytest.mark.usefixtures("committed_db")
class TestWhatIsForged:
    UPDATE = "UPDATE eventstore_event SET {} WHERE stream_id = %s AND version = 2"

    @every_kind
    @pytest.mark.parametrize(
        "change",
        leading(
            [
                "actor = 'account:00000000-0000-7000-8000-000000000666'",
                "key = 'another'",
                "key = NULL",
                "fingerprint = 'x'",
                "salt = decode(repeat('00', 16), 'hex')",
                "chain = 1, salt = NULL",
                "actor = 'import', salt = NULL, by = decode(repeat('00', 32), 'hex')",
                "recorded_at = recorded_at + interval '1 s'",
                "body = replace(body, '}', ',\"z\":1}')",
            ],
            3,
        ),
    )
    def test_a_change_of_any_column_is_found_at_its_event(
        self, made: Callable[[], Stream], change: str
    ) -> None:
        stream = made()

        as_owner(self.UPDATE.format(change), stream[1])

        assert "event 2: " in fault_of(stream)

    @pytest.mark.parametrize("made", [ladder, tournament])
    def test_a_forged_reason_is_found(self, made: Callable[[], Stream]) -> None:
        stream = made()
        change = 'body = regexp_replace(body, \'"reason":"[^"]*"\', \'"reason":"forged"\')'

        as_owner(self.UPDATE.format(change), stream[1])

        assert "event 2: " in fault_of(stream)

    def test_a_time_that_no_event_has_is_told_and_not_crashed_upon(self) -> None:
        stream = match()

        as_owner(self.UPDATE.format("recorded_at = 'infinity'"), stream[1])

        assert "holds what no stream of this kind does" in fault_of(stream)

    def test_two_streams_whose_names_were_swapped_are_found(self) -> None:
        one, other = match(), match()
        aside = uuid4()
        swap = "UPDATE eventstore_event SET stream_id = %s WHERE stream_id = %s"

        for to, of in ((aside, one[1]), (one[1], other[1]), (other[1], aside)):
            as_owner(swap, to, of)

        assert "event 1: match_opened does not match its hash" in fault_of(one)
        assert "event 1: match_opened does not match its hash" in fault_of(other)

    def test_a_history_that_was_written_anew_with_its_row_is_found_by_the_checkpoint(self) -> None:
        stream = vacation()
        note(stream)
        first, _ = streams.load(*stream)

        delete(stream, after=1)
        (forged,) = appending.append(
            *(*stream, 1, [NewEvent("vacation_ended", '{"at":"2026-11-21T10:00:00.000Z"}')]),
            actor="system",
            key=uuid4().hex,
            at=first.at,
        )

        assert forged.version == 2
        assert "event 2: has another hash than on" in fault_of(stream)


GARBAGE = ["{}", "[]", "null", "7", '"x"', "{", "", '{"seat":"x"}', '{"seat":-1}', "[" * 3000]


@pytest.mark.django_db
class TestGarbage:
    @every_kind
    def test_an_event_of_any_kind_with_garbage_for_its_data_is_a_fault_in_words(
        self, made: Callable[[], Stream]
    ) -> None:
        kind, stream_id = stream = made()
        version = length(stream)
        types = sorted({event.type for event in streams.load(*stream)})

        for event_type, body in product([*types, "nonsense"], GARBAGE):
            with rolled_back():
                (added,) = appending.append(
                    *(kind, stream_id, version, [NewEvent(event_type, body)]),
                    actor="nobody",
                    key=uuid4().hex,
                    at=datetime.now(UTC),
                )
                move_row(stream, Head(added.version, added.hash))
                faults = verification.check(kind, stream_id)

            assert faults or body == "{}"
            assert all(fault.stream_id == stream_id for fault in faults)

    def test_a_match_that_begins_with_garbage_is_a_fault_in_words(self) -> None:
        for body in GARBAGE:
            stream = uuid4()
            appending.append(
                *("match", stream, 0, [NewEvent("match_opened", body)]),
                actor="nobody",
                key=uuid4().hex,
                at=datetime.now(UTC),
            )

            assert verification.check("match", stream)

    def test_a_match_that_is_not_there_is_told(self) -> None:
        with pytest.raises(CommandError, match="1 faults"):
            call_command("verify", match=uuid4(), stdout=StringIO())


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def move_row(stream: Stream, head: Head) -> None:
    """Let the row of a stream stand at an event."""
    kind, stream_id = stream
    about = {"head_hash": head.hash} if kind == "match" else {}
    MODELS[kind].objects.filter(pk=stream_id).update(version=head.version, **about)
