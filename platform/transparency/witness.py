"""Both sides of C2SP's tlog-witness: sign others' checkpoints, and have ours signed by others."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from http import HTTPStatus

import httpx
from django.db import transaction

from transparency import checkpoints, identity, notes, selectors, tree
from transparency.checkpoints import Checkpoint
from transparency.identity import Witness
from transparency.models import LogCheckpoint, WitnessedLog
from transparency.notes import Note, NoteError, Signature

BODY_MAX = 64 * 1024
"""Bytes of a request or an answer; the longest proof takes 3 kB."""
TIMEOUT_S = 5.0
SIZE = "text/x.tlog.size"


class RefusedError(Exception):
    """A checkpoint that is not signed, with the answer that the protocol has for it."""

    def __init__(self, status: HTTPStatus, body: str, content_type: str = "text/plain") -> None:
        super().__init__(body)
        self.status, self.body, self.content_type = status, f"{body}\n", content_type


def sign(body: bytes) -> str:
    """Return our line below a checkpoint that goes on from the one we signed last.

    Raises RefusedError. The newest size is kept before the line is returned, so that two requests
    at once never lead back.
    """
    old, proof, note, checkpoint = _read(body)
    known = identity.witnessed().get(checkpoint.origin)
    if known is None:
        raise RefusedError(HTTPStatus.NOT_FOUND, "this log is not known here")
    try:
        is_signed = any(notes.signed_by(note, key) for key in known)
    except NoteError:
        is_signed = False
    if not is_signed:
        raise RefusedError(HTTPStatus.FORBIDDEN, "no signature of a key that is known here")
    if old > checkpoint.size:
        raise RefusedError(HTTPStatus.BAD_REQUEST, "the old size is larger than the new one")
    with transaction.atomic():
        _advance(old, proof, checkpoint)
    now = int(datetime.now(UTC).timestamp())
    return str(identity.cosigner().cosign(note.text, now))


def _read(body: bytes) -> tuple[int, list[bytes], Note, Checkpoint]:
    """Return old size, proof and checkpoint of a request; raises RefusedError."""
    try:
        above, _, below = body[: BODY_MAX + 1].decode().partition("\n\n")
        first, *lines = above.split("\n")
        word, _, size = first.partition(" ")
        if word != "old" or len(body) > BODY_MAX or len(lines) > checkpoints.HASHES_MAX:
            message = "a request is an old size, at most 63 hashes, and a checkpoint"
            raise NoteError(message)
        note = notes.read(below)
        proof = list(map(checkpoints.decoded, lines))
        return checkpoints.number(size), proof, note, checkpoints.read(note)
    except ValueError as error:
        raise RefusedError(HTTPStatus.BAD_REQUEST, str(error)) from error


def _advance(old: int, proof: list[bytes], checkpoint: Checkpoint) -> None:
    """Keep a checkpoint as the newest of its log; raises RefusedError where it does not go on."""
    WitnessedLog.objects.get_or_create(
        origin=checkpoint.origin, defaults={"size": 0, "root": tree.EMPTY, "at": datetime.now(UTC)}
    )
    kept = WitnessedLog.objects.select_for_update().get(origin=checkpoint.origin)
    if kept.size != old:
        raise RefusedError(HTTPStatus.CONFLICT, str(kept.size), SIZE)
    before = bytes(kept.root)
    if old == checkpoint.size and before != checkpoint.root:
        raise RefusedError(HTTPStatus.CONFLICT, str(kept.size), SIZE)
    if not tree.is_consistent(old, checkpoint.size, before, checkpoint.root, proof):
        raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY, "the proof of consistency is wrong")
    kept.size, kept.root, kept.at = checkpoint.size, checkpoint.root, datetime.now(UTC)
    kept.save()


def ask_all() -> None:
    """Have our newest checkpoint signed by whoever has not signed it yet, as far as they answer."""
    row = LogCheckpoint.objects.order_by("-size").first()
    if row is None:
        return
    note = notes.read(row.note)
    there = {(each.name, each.id) for each in note.signatures}
    asked = [each for each in identity.witnesses() if (each.key.name, each.key.id) not in there]
    lines = asyncio.run(_ask(note, asked)) if asked else []
    if lines:
        signed = note._replace(signatures=(*note.signatures, *lines))
        LogCheckpoint.objects.filter(size=row.size).update(note=str(signed))


async def _ask(note: Note, asked: Iterable[Witness]) -> list[Signature]:
    async with httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False) as http:
        answers = await asyncio.gather(*(_asked(http, note, each) for each in asked))
    return [each for each in answers if each is not None]


async def _asked(http: httpx.AsyncClient, note: Note, witness: Witness) -> Signature | None:
    """Return what a witness has signed; None where it does not answer, or not as it should."""
    checkpoint, old = checkpoints.read(note), 0
    try:
        async with asyncio.timeout(TIMEOUT_S):
            answer = await _post(http, note, witness, old)
            if answer.status_code == HTTPStatus.CONFLICT:
                # The witness says what it signed last, so nothing of it has to be kept here.
                old = checkpoints.number(answer.text.strip())
                answer = await _post(http, note, witness, old)
        if answer.status_code != HTTPStatus.OK or old > checkpoint.size:
            return None
        signed = [notes.read_signature(line) for line in answer.text[:BODY_MAX].splitlines()]
        both = note._replace(signatures=tuple(signed))
        if notes.witnessed_at(both, witness.key) is None:
            return None
        wanted = (witness.key.name, witness.key.id)
        return next(each for each in signed if (each.name, each.id) == wanted)
    except (httpx.HTTPError, TimeoutError, ValueError, OSError):
        return None


async def _post(http: httpx.AsyncClient, note: Note, witness: Witness, old: int) -> httpx.Response:
    size = checkpoints.read(note).size
    hashes = await asyncio.to_thread(selectors.consistency, old, size) if old else []
    body = f"old {old}\n{checkpoints.lines_of(hashes)}\n{note}"
    return await http.post(f"{witness.address}/add-checkpoint", content=body.encode())
