"""A match may be checked while it is played: what is read is of one moment."""

import threading
from collections.abc import Iterator, Sequence
from random import Random
from uuid import UUID

import pytest
from django.db import connection

from eventstore import verification
from eventstore.events import StoredEvent
from eventstore.verification import Fault
from matches.events import KIND
from matches.verification import verify_match
from tests.matches import tables


@pytest.fixture
def registered() -> Iterator[None]:
    """Give the kind of matches its own verifier back after a test that puts one before it."""
    yield
    verification.register(KIND, verify_match)


@pytest.mark.usefixtures("committed_db", "registered")
def test_a_move_that_comes_between_the_history_and_the_row_is_no_fault() -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    before = tables.page(match_id)["version"]

    def move() -> None:
        tables.next_move(match_id, players, Random(1))
        connection.close()

    def overtaken(stream_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
        other = threading.Thread(target=move)
        other.start()
        other.join()
        yield from verify_match(stream_id, events)

    verification.register(KIND, overtaken)

    assert verification.check(KIND, match_id) == []
    assert tables.page(match_id)["version"] > before
