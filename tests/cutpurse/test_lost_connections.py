"""A connection that broke since it was last used: the database is away, which is no bug of ours."""

import os
import socket
from collections.abc import Callable
from uuid import uuid4

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection, transaction

from agenda.models import DueRow
from api import idempotency
from eventstore import prepared, streams
from tests.callers import new_key, new_player

pytestmark = pytest.mark.usefixtures("committed_db")

READ = b"SELECT id FROM accounts_account WHERE false"


def cut() -> None:
    """Cut this thread's connection, as the crash of its server does, and keep that to oneself."""
    connection.ensure_connection()
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as wire:
        wire.shutdown(socket.SHUT_RDWR)


def test_a_request_that_meets_a_lost_connection_may_be_sent_again() -> None:
    player = new_player()
    wish = {"game": "stick-em", "seats": 3}
    cut()

    refused = player.post("/matches", wish, key="a-wish-for-another-table")

    assert (refused.status, refused.code) == (503, "unavailable")
    close_old_connections()  # As at the end of every request; the test's client leaves it out.
    assert player.post("/matches", wish, key="a-wish-for-another-table").status == 201


def test_a_connection_that_is_known_to_be_lost_is_used_no_more() -> None:
    cut()
    with pytest.raises(psycopg.OperationalError):
        streams.head("match", uuid4())

    with transaction.atomic():
        assert streams.head("match", uuid4()) is None


def test_a_request_whose_key_cannot_be_noted_is_not_said_to_be_running() -> None:
    cut()

    with pytest.raises(OperationalError):
        idempotency.run_once(
            actor="nobody", key=new_key(), fingerprint=b"", work=lambda: (200, b"")
        )


def test_every_way_of_asking_says_that_the_database_is_away() -> None:
    cut()
    with pytest.raises(OperationalError):
        DueRow.objects.exists()
    connection.close()

    cut()
    with pytest.raises(psycopg.OperationalError):
        prepared.answers_row(READ, [])
    connection.close()


def test_so_does_every_way_in_the_midst_of_a_transaction() -> None:
    def cut_before(ask: Callable[[], object]) -> None:
        with transaction.atomic():
            cut()
            ask()

    for error, ask in (
        (OperationalError, DueRow.objects.exists),
        (psycopg.OperationalError, lambda: prepared.answers_row(READ, [])),
    ):
        with pytest.raises(error):
            cut_before(ask)
        connection.close()
