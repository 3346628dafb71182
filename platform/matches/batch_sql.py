"""Write many moves at once: the plain ones of a batch in one statement, each other one in its own.

A statement for all costs the database half of what one for each does, and libpq a third: rows go
as two JSON documents, and each match is still updated only at the version and hash that its move
was judged at, with a token that is still valid.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from accounts.sql import TOKEN_VALID
from agenda.sql import schedule_fragment
from eventstore import chain
from eventstore import sql as eventstore_sql
from eventstore.pipeline import Statement
from games.core import Seat
from matches.commit import CLOCK, PUT, PendingWrite
from matches.events import KIND


class BatchedMove(msgspec.Struct, gc=False):
    """A plain move as the statement takes it; bytes are written in base 64."""

    id: UUID
    before: int
    before_hash: bytes
    version: int
    to_act: Sequence[Seat]
    deadline: datetime | None
    head_hash: bytes
    at: datetime
    alarm: datetime | None
    token: bytes | None
    actor: str
    key: str
    fingerprint: bytes | None
    salt: bytes | None


class BatchedEvent(msgspec.Struct, gc=False):
    """One event of a plain move, the n-th of its command."""

    id: UUID
    n: int
    type: str
    schema: int
    body: str
    hash: bytes


GIVEN = """SELECT id, before, decode(before_hash, 'base64') AS before_hash, version, to_act,
    deadline, decode(head_hash, 'base64') AS head_hash, at, alarm,
    decode(token, 'base64') AS token, actor, key,
    decode(fingerprint, 'base64') AS fingerprint, decode(salt, 'base64') AS salt
FROM json_to_recordset($1::json) AS row(
    id uuid, before int, before_hash text, version int, to_act smallint[], deadline timestamptz,
    head_hash text, at timestamptz, alarm timestamptz, token text, actor text, key text,
    fingerprint text, salt text)"""

HEAD = f"""UPDATE matches_match AS stored SET version = given.version, to_act = given.to_act,
    deadline = given.deadline, head_hash = given.head_hash, updated_at = given.at
FROM given
WHERE stored.id = given.id AND stored.version = given.before
    AND stored.head_hash = given.before_hash
    AND (given.token IS NULL OR {TOKEN_VALID.format(digest="given.token")})
RETURNING stored.id, stored.version, given.before, given.at, given.alarm, given.actor, given.key,
    given.fingerprint, given.salt"""  # noqa: S608 - built from constants

ADDED = f"""INSERT INTO eventstore_event ({eventstore_sql.COLUMNS})
SELECT '{KIND}', head.id, head.before + event.n, event.type, event.schema, event.body, head.actor,
    CASE event.n WHEN 1 THEN head.key END, CASE event.n WHEN 1 THEN head.fingerprint END, head.at,
    decode(event.hash, 'base64'), {chain.NEWEST}, head.salt
FROM head JOIN json_to_recordset($2::json) AS event(
    id uuid, n int, type text, schema smallint, body text, hash text) ON event.id = head.id
ORDER BY head.id, event.n"""  # noqa: S608 - built from constants

ALARMED = schedule_fragment(kind=CLOCK, due_at="head.alarm", where="head.alarm IS NOT NULL")

TOGETHER = f"""WITH given AS MATERIALIZED ({GIVEN}), head AS ({HEAD}), added AS ({ADDED}),
    alarmed AS ({ALARMED})
SELECT id FROM head""".encode()  # noqa: S608 - built from constants

_encode = msgspec.json.Encoder().encode


def statements(writings: Iterable[PendingWrite]) -> list[Statement]:
    """Return what writes all of these; every statement answers the ids of matches it has moved."""
    plain: list[PendingWrite] = []
    others: list[Statement] = []
    for writing in writings:
        if writing.is_plain:
            plain.append(writing)
        else:
            others.append(writing.statement())
    return [_together(plain), *others] if plain else others


def _together(writings: Sequence[PendingWrite]) -> Statement:
    moves = [_move(writing) for writing in writings]
    happenings = [
        BatchedEvent(writing.match_id, number, event.type, event.schema, event.body, event.hash)
        for writing in writings
        for number, event in enumerate(writing.events, start=1)
    ]
    return TOGETHER, (_encode(moves).decode(), _encode(happenings).decode())


def _move(writing: PendingWrite) -> BatchedMove:
    command = writing.command
    return BatchedMove(
        writing.match_id,
        writing.before,
        writing.before_hash,
        writing.version,
        writing.acting,
        writing.deadline,
        writing.hash,
        writing.at,
        writing.alarm if writing.clock == PUT else None,
        command.token,
        command.actor,
        command.key,
        command.fingerprint,
        writing.events[0].salt,
    )
