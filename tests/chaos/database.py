"""What is looked up in the database itself: rows that agree, while and after things break."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import UUID

import psycopg
from django.conf import settings

from eventstore import verification
from matches.events import KIND
from matches.models import DealSeed

LOOK_S = 0.2

TORN = """
    SELECT m.id, m.version, e.version, m.deadline, c.due_at
    FROM matches_match m
    CROSS JOIN LATERAL (
        SELECT max(version) AS version FROM eventstore_event
        WHERE stream_kind = 'match' AND stream_id = m.id
    ) e
    LEFT JOIN agenda_due c ON c.kind = 'clock' AND c.subject = m.id
    WHERE m.version IS DISTINCT FROM e.version
        OR (m.status = 'live' AND (m.deadline IS NULL) <> (c.subject IS NULL))
        OR (m.status IN ('finished', 'void') AND c.subject IS NOT NULL)
        OR c.due_at < m.deadline
"""
"""Matches whose events, row and agenda do not fit together, in one snapshot."""

LEFT = """
    SELECT kind, subject, agenda_due.version FROM agenda_due
    JOIN matches_match m ON m.id = subject
    WHERE m.status IN ('finished', 'void') AND kind IN ('clock', 'bot_turn')
"""


class Onlooker(threading.Thread):
    """Looks for half-writes all the time, on a connection of its own."""

    def __init__(self) -> None:
        super().__init__(name="onlooker", daemon=True)
        self.closing = threading.Event()
        self.looks = 0
        self.found: list[str] = []

    def run(self) -> None:
        """Look until told to stop; the database may come and go."""
        while not self.closing.is_set():
            with (
                suppress(psycopg.Error),
                psycopg.connect(settings.DATABASE_URL, autocommit=True) as database,
            ):
                while not self.closing.wait(LOOK_S):
                    self.found += torn(database)
                    self.looks += 1
            self.closing.wait(LOOK_S)


def torn(database: "psycopg.Connection[tuple[object, ...]]") -> list[str]:
    """Return the matches that a half-write has left."""
    return [
        f"{match}: the row is at {row}, the events at {events}, clock {deadline} and {due_at}"
        for match, row, events, deadline, due_at in database.execute(TORN)
    ]


def left_over() -> list[str]:
    """Return what is still on the agenda of matches that are over."""
    with psycopg.connect(settings.DATABASE_URL) as database:
        return [
            f"{kind} of {match} at {version} is still on the agenda"
            for kind, match, version in database.execute(LEFT)
        ]


def unverified() -> list[str]:
    """Return what `manage.py verify` finds: hashes, draws, decisions, rows against a rebuild."""
    return [
        str(fault)
        for stream in verification.stream_ids(KIND)
        for fault in verification.check(KIND, stream)
    ]


def all_matches() -> list[UUID]:
    """Return every match that has a stream."""
    return verification.stream_ids(KIND)


def secrets_in(folders: list[Path], names: list[str]) -> Iterator[str]:
    """Yield the files that tell a seed, a token or a name."""
    seeds = [bytes(seed).hex() for seed in DealSeed.objects.values_list("seed", flat=True)]
    hidden = [text.encode() for text in (*seeds, *names)]
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    for file in files:
        content = file.read_bytes()
        yield from (f"{file.name} tells a secret" for secret in hidden if secret in content)
