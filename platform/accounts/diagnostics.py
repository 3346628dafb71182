"""What programs were refused, kept for whoever runs them; written off the path of the answer.

A thread of its own gathers refusals and writes them together, so that neither an accepted request
nor a refused one waits for the database. They are a help and no history: some may be lost with the
process or the database, an account keeps the latest 500, and the agenda forgets them after a week.
"""

import queue
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connection

from api import database

KEPT_MAX = 500
"""Refusals of one account."""
DAYS_KEPT = 7
PENDING_MAX = 10_000
GATHER_S = 0.2
"""How long refusals are gathered before they are written together."""
SENT_MAX = 500
DETAIL_MAX = 500
"""Characters that are kept of a body and of a reason."""

INSERT = """
    INSERT INTO accounts_refusal (account, at, code, detail, request_id, subject, sent)
    SELECT * FROM unnest(%(accounts)s::uuid[], %(ats)s::timestamptz[], %(codes)s::text[],
        %(details)s::text[], %(request_ids)s::text[], %(subjects)s::uuid[], %(sents)s::text[])"""
TRIM = """
    DELETE FROM accounts_refusal AS old
    USING unnest(%(accounts)s::uuid[]) AS busy (account), LATERAL (
        SELECT id FROM accounts_refusal WHERE account = busy.account
        ORDER BY id DESC OFFSET %(kept)s LIMIT 1) AS edge
    WHERE old.account = busy.account AND old.id <= edge.id"""
PURGE = """
    DELETE FROM accounts_refusal
    WHERE at < statement_timestamp() - make_interval(days => %(days)s)"""


class Refused(NamedTuple):
    """A request of a program that was refused."""

    account: UUID
    at: datetime
    code: str
    detail: str
    request_id: str
    subject: UUID | None
    """What the request was about: a match's id."""
    sent: str


class Recorder:
    """Writes refusals from one background thread."""

    def __init__(self) -> None:
        self._pending: queue.SimpleQueue[Refused] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, refused: Refused) -> None:
        """Have a refusal written; when too many wait it is dropped."""
        if self._pending.qsize() < PENDING_MAX:
            self._pending.put(refused)
        with self._lock:
            # A forked worker inherits the object, but not the thread.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="diagnostics", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            gathered = [self._pending.get()]
            time.sleep(GATHER_S)
            while not self._pending.empty():
                gathered.append(self._pending.get())
            try:
                write(gathered)
            except (DatabaseError, InterfaceError):
                # Whatever is wrong with the database, others notice; these rows are forgone.
                connection.close()


def write(refusals: Sequence[Refused]) -> None:
    """Keep refusals, and of each account's the latest alone."""
    accounts, ats, codes, details, request_ids, subjects, sents = (
        list(column) for column in zip(*refusals, strict=True)
    )
    database.rows(
        INSERT,
        {
            "accounts": accounts,
            "ats": ats,
            "codes": codes,
            "details": details,
            "request_ids": request_ids,
            "subjects": subjects,
            "sents": sents,
        },
    )
    database.rows(TRIM, {"accounts": list(set(accounts)), "kept": KEPT_MAX})


_recorder = Recorder()


def note(  # noqa: PLR0913 - The parts of a refusal.
    *, account: UUID, code: str, detail: str, request_id: str, subject: UUID | None, sent: bytes
) -> None:
    """Keep a refusal for the owner of a program. Never waits and never fails."""
    text = sent[:SENT_MAX].decode(errors="replace").replace("\0", "�")
    moment = datetime.now(UTC)
    kept = detail[:DETAIL_MAX].replace("\0", "�")
    _recorder.put(Refused(account, moment, code, kept, request_id, subject, text))


def purge() -> None:
    """Delete the refusals that are older than a week."""
    database.rows(PURGE, {"days": DAYS_KEPT})
