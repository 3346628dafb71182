"""What the chain protects, and what a log tells of it."""

from datetime import UTC, datetime
from itertools import starmap
from typing import Any
from uuid import UUID

import pytest

from eventstore import chain, streams
from eventstore.events import IMPORT, Author, NewEvent, StoredEvent

STREAM = UUID("00000000-0000-7000-8000-000000000001")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ANN = Author("account:ann", "once", b"request", bytes(range(16)))


def history() -> list[StoredEvent]:
    """Return two events of chain 1, as earlier releases wrote them, and two commands of chain 2."""
    old: list[StoredEvent] = []
    before = chain.genesis("test", STREAM)
    for version in (1, 2):
        before = chain.link(before, chain.line(version, "old", '{"n":1}', NOON))
        old.append(StoredEvent(version, "old", 1, '{"n":1}', "system", None, None, NOON, before))
    first = streams.chain_hashes(
        list(starmap(NewEvent, [("moved", '{"n":2}'), ("moved", '{"n":3}')])),
        ANN,
        version=2,
        previous=before,
        at=NOON,
    )
    last = streams.chain_hashes(
        [NewEvent("ended", "{}", 2)],
        Author("system", "clock", None, bytes(16)),
        version=4,
        previous=first[-1].hash,
        at=NOON,
    )
    return [*old, *first, *last]


def fault(events: list[StoredEvent]) -> tuple[int, str] | None:
    return chain.first_fault("test", STREAM, events)


def changed(version: int, **change: Any) -> list[StoredEvent]:
    events = history()
    events[version - 1] = events[version - 1]._replace(**change)
    return events


def test_old_events_and_new_ones_stand_in_one_chain() -> None:
    assert fault(history()) is None


@pytest.mark.parametrize(
    "change",
    [
        {"actor": "account:bob"},
        {"key": "twice"},
        {"key": None},
        {"fingerprint": b"another"},
        {"fingerprint": None},
        {"salt": bytes(16)},
        {"salt": b""},
        {"salt": None},
        {"by": bytes(32)},
        {"salt": None, "by": bytes(32)},
        {"schema": 2},
        {"body": '{"n":2,"reason":"forged"}'},
        {"type": "passed"},
        {"at": NOON.replace(hour=13)},
        {"hash": bytes(32)},
        {"chain": 1},
        {"chain": 1, "salt": None},
        {"chain": 3},
        {"chain": 0},
    ],
    ids=str,
)
def test_whatever_is_changed_of_an_event_is_found_at_its_version(change: dict[str, Any]) -> None:
    found = fault(changed(3, **change))

    assert found is not None
    assert found[0] == 3


def test_an_actor_or_key_put_on_an_event_that_follows_the_first_is_found() -> None:
    for change in ({"actor": "account:bob"}, {"key": "once"}, {"fingerprint": b"request"}):
        found = fault(changed(4, **change))

        assert found is not None
        assert found[0] == 4


def test_an_old_event_does_not_become_a_new_one() -> None:
    found = fault(changed(2, chain=2, salt=bytes(16)))

    assert found == (2, "old does not match its hash")


def test_no_event_stands_under_an_older_chain_than_the_one_before_it() -> None:
    events = history()
    before = events[3]
    line = chain.line(5, "ended", "{}", NOON)
    events[4] = StoredEvent(
        5, "ended", 1, "{}", "system", None, None, NOON, chain.link(before.hash, line)
    )

    assert fault(events) == (5, "ended is under chain 1, after events under chain 2")


def test_events_of_another_stream_do_not_fit() -> None:
    found = chain.first_fault("test", UUID(int=7), history())

    assert found == (1, "old does not match its hash")


def test_an_imported_stream_keeps_the_digests_of_where_it_was_written() -> None:
    foreign = [
        event._replace(
            actor=IMPORT, key=None, fingerprint=None, salt=None, by=chain.shown_author(event)
        )
        for event in history()
    ]

    assert fault(foreign) is None
    foreign[3] = foreign[3]._replace(actor="account:bob")
    assert fault(foreign) == (4, "moved is by account:bob in a stream that was imported")


def test_the_digest_of_an_author_cannot_be_guessed_without_the_salt() -> None:
    shown = {chain.digest(ANN._replace(salt=bytes([number] * 16))) for number in range(50)}

    assert len(shown) == 50
    assert chain.digest(ANN) != chain.digest(ANN.of_the_rest)
