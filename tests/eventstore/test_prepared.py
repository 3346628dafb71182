"""Prepared statements that go to libpq directly."""

from uuid import uuid4

import pytest
from django.db import transaction

from eventstore import prepared, streams

ONE = b"SELECT 1 WHERE $1::int = 1"


@pytest.mark.usefixtures("committed_db")
def test_a_statement_runs_also_after_a_transaction_was_rolled_back() -> None:
    assert prepared.answers_row(ONE, [1])
    streams.load("match", uuid4())

    with transaction.atomic():
        streams.load("match", uuid4())
        transaction.set_rollback(True)

    assert prepared.answers_row(ONE, [1])
    assert not prepared.answers_row(ONE, [2])


@pytest.mark.usefixtures("committed_db")
def test_a_statement_prepared_between_a_rollback_and_its_discovery_keeps_working() -> None:
    other = b"SELECT 1 WHERE $1::int = 2"
    assert prepared.answers_row(ONE, [1])
    with transaction.atomic():
        streams.load("match", uuid4())
        transaction.set_rollback(True)

    # It is prepared as if the first one were still there, which turns out to be gone.
    assert prepared.answers_row(other, [2])
    assert prepared.answers_row(ONE, [1])

    assert prepared.answers_row(other, [2])
