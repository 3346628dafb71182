"""A server that answers and takes no writes: a demoted primary, or one whose disk is full."""

import asyncio
import time
from collections.abc import Callable
from uuid import uuid4

import psycopg
import pytest
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import Error, OperationalError, close_old_connections, connection, transaction
from django.test import Client

from agenda.models import DueRow
from api import exception_handlers
from cutpurse import durability
from eventstore import prepared, streams
from eventstore.pipeline import Pipeline, parameters
from tests.agenda import rows
from tests.callers import new_player

WRITE = "INSERT INTO accounts_account (id) VALUES (NULL)"
THERE = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
READ_ONLY = "SET default_transaction_read_only = on"


def refuse_writes() -> int:
    """Let this thread's connection be one to a server that takes no writes; return its number."""
    with connection.cursor() as cursor:
        cursor.execute(READ_ONLY)
    return number()


def number() -> int:
    """Return what tells the server's connections apart."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@pytest.mark.usefixtures("committed_db")
def test_what_cannot_be_written_is_refused_until_a_connection_finds_a_server_that_writes() -> None:
    player = new_player()
    wish = {"game": "stick-em", "seats": 3}
    before = refuse_writes()

    refused = player.post("/matches", wish, key="a-wish-for-a-table")

    assert (refused.status, refused.code) == (503, "unavailable")
    assert refused.header("Retry-After") == "1"
    close_old_connections()  # As at the end of every request; the test's client leaves it out.
    again = player.post("/matches", wish, key="a-wish-for-a-table")
    assert again.status == 201
    assert number() != before


@pytest.mark.usefixtures("committed_db")
def test_a_server_that_takes_no_writes_is_not_ready_for_one_question() -> None:
    rows.clear()
    before = refuse_writes()

    answers = [Client().get("/readyz") for _ in range(2)]

    assert [each.status_code for each in answers] == [503, 200]
    assert "takes no writes" in answers[0].json()["detail"]
    assert number() != before


@pytest.mark.usefixtures("committed_db")
def test_every_way_of_writing_says_that_the_database_is_away() -> None:
    refuse_writes()

    with pytest.raises(OperationalError):
        DueRow.objects.all().delete()
    with pytest.raises(psycopg.OperationalError):
        prepared.answers_row(WRITE.encode(), [])
    assert not connection.is_usable()
    connection.close()


def write_too_late(write: Callable[[], object]) -> None:
    """Write when the server has ended the transaction, as when a busy machine comes back late."""
    with transaction.atomic(), connection.cursor() as cursor:
        pid = number()
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '10ms'")
        with psycopg.connect(**parameters(), autocommit=True) as other:
            while other.execute(THERE, [pid]).fetchone():
                time.sleep(0.01)
        write()


@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize(
    "write",
    [
        lambda: DueRow.objects.all().delete(),
        lambda: prepared.answers_row(WRITE.encode(), []),
        lambda: streams.head("match", uuid4()),
    ],
    ids=["by Django", "prepared", "reading a stream"],
)
def test_what_came_back_too_late_may_be_asked_again(write: Callable[[], object]) -> None:
    with pytest.raises((Error, psycopg.Error)) as late:
        write_too_late(write)

    problem = exception_handlers.as_problem(late.value)
    assert problem is not None
    assert (problem.code, problem.status) == ("unavailable", 503)
    connection.close_if_unusable_or_obsolete()
    assert number()


@pytest.mark.usefixtures("committed_db")
def test_the_batches_of_moves_leave_a_server_that_takes_none() -> None:
    async def written() -> list[str]:
        pipeline = Pipeline(parameters())
        said = []
        for statement in (READ_ONLY, WRITE, WRITE):
            try:
                await pipeline.begin([(statement.encode(), [])])
                said.append("done")
            except psycopg.Error as error:
                said.append(type(error).__name__)
        await pipeline.close()
        return said

    # The last one reaches the table, by a new connection.
    assert asyncio.run(written()) == ["done", "ReadOnlySqlTransaction", "NotNullViolation"]


@pytest.mark.usefixtures("committed_db")
def test_a_deployment_that_could_lose_moves_is_told_so() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    hosts = connection.settings_dict["HOST"]
    connection.settings_dict["HOST"] = f"{hosts},{hosts}"
    try:
        with pytest.raises(SystemCheckError) as warned:
            call_command(
                "check",
                deploy=True,
                tags=[Tags.database],
                databases=["default"],
                fail_level="WARNING",
            )
    finally:
        connection.settings_dict["HOST"] = hosts
        connection.close()

    assert all(f"({each.id})" in str(warned.value) for each in (durability.EARLY, durability.ALONE))
