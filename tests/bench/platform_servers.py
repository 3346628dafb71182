"""The servers under the benchmarks: PostgreSQL and Valkey as `make up` runs them, and durable."""

from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.core.management import call_command
from django.db import connection, connections

from cutpurse.embedded import servers as embedded
from cutpurse.embedded.addresses import ROOT
from tests.bench.settings import THROW_AWAY


@contextmanager
def running() -> Iterator[None]:
    """Keep migrated servers running, with Django set up on them; all is deleted afterwards."""
    for folder in (ROOT / "var").glob(f"{THROW_AWAY}*"):
        embedded.discard(folder)  # Left by runs that were killed.
    django.setup()
    try:
        with embedded.running(durable=True):
            call_command("migrate", database="owner", verbosity=0)
            with connection.cursor() as cursor:
                # What is only prepared need not wait for the disk, and may take its time on a busy
                # machine; what is served has connections of its own.
                cursor.execute("SET synchronous_commit = off")
                cursor.execute("SET idle_in_transaction_session_timeout = 0")
            yield
            connections.close_all()
    finally:
        embedded.discard()
