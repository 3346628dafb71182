"""What of the database says that it is away, or has no room, and how that is answered."""

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection

from api import exception_handlers

FULL = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"


@pytest.mark.django_db
def test_a_full_disk_is_told_by_name_with_what_to_do() -> None:
    with pytest.raises(OperationalError) as failed, connection.cursor() as cursor:
        cursor.execute(FULL)

    problem = exception_handlers.as_problem(failed.value)

    assert problem is not None
    assert (problem.code, problem.status) == ("unavailable", 503)
    assert problem.detail == exception_handlers.DISK_FULL
    assert "same key again" in problem.detail
    assert problem.headers == {"Retry-After": "10"}


def test_what_psycopg_says_itself_counts_as_what_django_says() -> None:
    assert exception_handlers.is_disk_full(psycopg.errors.DiskFull())
    assert not exception_handlers.is_disk_full(psycopg.OperationalError())
    assert not exception_handlers.is_disk_full(DatabaseError())
