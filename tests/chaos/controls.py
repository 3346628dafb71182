"""Controls on the living platform: clients and servers that break the rules must lose."""

from collections.abc import Iterator
from random import Random
from uuid import UUID

import httpx
import psycopg
from django.conf import settings
from django.db import connections
from psycopg import sql

from cutpurse.embedded.addresses import APP_ROLE, postgres_url
from cutpurse.embedded.postgres import SUPERUSER
from eventstore import verification
from matches.events import KIND
from matches.models import Match
from tests.chaos import checks, memories
from tests.chaos.journal import Journal
from tests.chaos.people import Patience, Person
from tests.chaos.proxy import Proxy
from tests.chaos.record import stored
from tests.chaos.stage import Stage
from tests.chaos.tampering import Control

TRIES = 3
OPENING = {"game": "stick-em", "seats": 3, "options": {"rounds": 1}}


def on_stage(stage: Stage, match: UUID) -> Iterator[Control]:
    """Yield whether each control failed; the last of them leaves the database without moves."""
    yield Control("a client that retries with a new key does it twice", doubles(stage))
    yield Control("a row that was changed by hand", is_noticed(match))
    yield Control("the application may not change an event", is_refused(match))
    yield Control("a web server that trusts states by their version", believes(stage))
    yield Control("a database that answers before it writes loses moves", loses(stage))


def doubles(stage: Stage) -> bool:
    """Return whether one wish became several matches with new keys, and one with the same key."""
    careless, careful = _opened(stage, is_careful=False), _opened(stage, is_careful=True)
    return careless == TRIES and careful == 1


def _opened(stage: Stage, *, is_careful: bool) -> int:
    """Return how many matches come of one wish when the answers to all tries but one are lost."""
    with Proxy(stage.ports, "control") as proxy:
        person = Person(proxy.address, Journal(), Random(0), Patience(0))
        key = person.new_key()
        proxy.faults = {"answer lost": 1}
        for number in range(TRIES):
            if number == TRIES - 1:
                proxy.faults = {"none": 1}
            headers = {"Idempotency-Key": key if is_careful else person.new_key()}
            try:
                answer = person.http.post("/matches", json=OPENING, headers=headers)
                answer.raise_for_status()
            except httpx.TransportError:
                continue
        return Match.objects.filter(opened_by=person.id).count()


def is_noticed(match: UUID) -> bool:
    """Return whether a projection that differs from its history is found."""
    url = settings.DATABASE_OWNER_URL
    change = "UPDATE matches_match SET to_act = to_act || 1::smallint WHERE id = %s"
    repair = "UPDATE matches_match SET to_act = %s WHERE id = %s"
    before = Match.objects.get(id=match).to_act
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(change, [match])
        found = verification.check(KIND, match)
        owner.execute(repair, [before, match])
    return bool(found) and not verification.check(KIND, match)


def is_refused(match: UUID) -> bool:
    """Return whether neither the application nor, by mistake, the owner can change an event."""
    change = "UPDATE eventstore_event SET body = '{}' WHERE stream_id = %s"
    refusals = 0
    for url in (settings.DATABASE_URL, settings.DATABASE_OWNER_URL):
        with psycopg.connect(url, autocommit=True) as database:
            try:
                database.execute(change, [match])
            except psycopg.Error:
                refusals += 1
    return refusals == 2


def believes(stage: Stage) -> bool:
    """Return whether a server that compares versions alone shows what the database has lost."""
    with memories.trusting_versions(stage):
        return memories.shows_what_is_lost(stage)


def loses(stage: Stage) -> bool:
    """Return whether moves are lost, and missed, when PostgreSQL acknowledges before it writes."""
    _acknowledge_early(stage)
    journal = Journal()
    with Proxy(stage.ports, "control") as proxy:
        person = Person(proxy.address, journal, Random(0), Patience(20))
        for _ in range(TRIES):
            opened = person.ask("open", "/matches", OPENING)
            journal.matches.append(UUID(opened.answer["id"]))
        stage.crash_postgres()
    connections.close_all()
    return any(checks.lost(stored(journal, journal.matches)))


def _acknowledge_early(stage: Stage) -> None:
    """Let the application's sessions commit without waiting for the disk, which is written late."""
    role = sql.Identifier(APP_ROLE)
    with psycopg.connect(postgres_url(SUPERUSER), autocommit=True) as admin:
        admin.execute(sql.SQL("ALTER ROLE {} SET synchronous_commit = off").format(role))
        admin.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
    connections.close_all()
    stage.crash_postgres()
    for port in stage.ports:
        stage.await_ready(port)
