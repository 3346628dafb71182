"""Make a move over HTTP: the hot path, without a framework between the bytes and the command.

The DRF view calls `answer`, and `cutpurse.move_endpoint` calls `answer_fast`: they take headers and
a body and give a status, headers and a body. The token comes from this process's cache and is
checked again by the statement that writes the move; the limit is spent from a lease.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from hashlib import sha256
from random import getrandbits
from urllib.parse import parse_qsl
from uuid import UUID

import msgspec
import structlog
from django.db import InterfaceError, OperationalError, connection

from accounts import diagnostics, tokens
from api import (
    exception_handlers,
    idempotency,
    json_body,
    limits,
    problems,
    quotas,
    scopes,
    validation,
)
from api.access import Identity
from api.middleware import API_POLICY, SANE_REQUEST_ID
from api.problems import Problem
from games.messages import Message
from matches.actors import Player
from matches.api.requests import Move
from matches.command_handler import CommandResult, PendingCommand, handle_pending
from matches.commit import CommandContext
from matches.metrics import BY_THREAD
from matches.move_batcher import MoveBatcher
from matches.services.moving import prepare_move

SCOPES = frozenset(scopes.PLAY)
"""A token needs one of these to move."""

BUCKET = "play"
"""The limit that a move counts by."""
CREATED = 201
UNAVAILABLE = 503

FIXED_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": API_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
"""Of every answer, beside its own."""


class Reply(msgspec.Struct, frozen=True):
    """An HTTP answer."""

    status: int
    headers: dict[str, str]
    """Its own, beside FIXED_HEADERS."""
    body: bytes


def answer(match: UUID, headers: Mapping[str, str], body: bytes) -> Reply:
    """Return the answer to `POST /matches/{match}/moves`; header names are in lower case."""

    def asked() -> PendingCommand:
        return _order(_admitted(headers), match, headers, body)

    return _noted(match, headers, body, _answer(headers, asked))


async def answer_fast(
    batcher: MoveBatcher, movers: Executor, match: UUID, headers: Mapping[str, str], body: bytes
) -> Reply:
    """Return the same answer, from the batch if it can be, else by a thread of movers."""
    loop = asyncio.get_running_loop()
    try:
        identity = _admitted_here(headers)
        if identity is None:
            identity = await loop.run_in_executor(movers, _admitted_on_thread, headers)
        asked = _order(identity, match, headers, body)
        moved = await batcher.submit(asked)
        if moved is not None:
            return _with_quota(_accepted(headers, moved), identity)
        reply = await loop.run_in_executor(movers, _answer, headers, lambda: asked)
        if reply.status == CREATED and idempotency.REPLAYED not in reply.headers:
            BY_THREAD.inc()
    except Exception as error:  # noqa: BLE001 - The last resort; what is no refusal is logged.
        reply = _refused(headers, error)
    return _noted(match, headers, body, reply)


def refused_for_parameters(headers: Mapping[str, str], query: str) -> Reply | None:
    """Return the refusal of a move whose address has parameters, which moves have not."""
    names = dict(parse_qsl(query, keep_blank_values=True))
    try:
        validation.refuse_unknown_parameters(names, None)
    except Problem as problem:
        return _refused(headers, problem)
    return None


def _admitted(headers: Mapping[str, str]) -> Identity:
    """Return whose token it is, one permit poorer; raises Problem when it may not move."""
    identity = tokens.cached_identity(headers.get("authorization"))
    _require_scope(identity)
    limits.spend_leased(BUCKET, identity.actor)
    return identity


def _admitted_on_thread(headers: Mapping[str, str]) -> Identity:
    """Return the same on a thread of movers, and drop the thread's connection when it has died.

    The refusal is made in the loop, whose connection is another one.
    """
    try:
        return _admitted(headers)
    except (OperationalError, InterfaceError):
        connection.close()
        raise


def _admitted_here(headers: Mapping[str, str]) -> Identity | None:
    """Return the same from memory alone, or None with nothing done."""
    identity = tokens.peek_identity(headers.get("authorization"))
    if identity is None:
        return None
    _require_scope(identity)
    return identity if limits.spend_held(BUCKET, identity.actor) else None


def _answer(headers: Mapping[str, str], asked: Callable[[], PendingCommand]) -> Reply:
    """Carry out what is asked, on this thread, and return the answer."""
    try:
        return _accepted(headers, handle_pending(asked()))
    except Exception as error:  # noqa: BLE001 - The last resort; what is no refusal is logged.
        reply = _refused(headers, error)
        if reply.status == UNAVAILABLE:
            # No request of Django's ends here, which would drop a connection that has died.
            connection.close()
        return reply


def _accepted(headers: Mapping[str, str], moved: CommandResult) -> Reply:
    own = {"Content-Type": "application/json", "X-Request-Id": _request_id(headers)}
    if moved.replayed:
        own[idempotency.REPLAYED] = "true"
    return Reply(CREATED, own, msgspec.json.encode(moved.body))


def _refused(headers: Mapping[str, str], error: Exception) -> Reply:
    request_id = _request_id(headers)
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        problem = exception_handlers.log_and_convert(error)
    status, own, content = problems.render(problem, request_id)
    return Reply(status, {**own, "X-Request-Id": request_id}, content)


def _request_id(headers: Mapping[str, str]) -> str:
    given = headers.get("x-request-id", "")
    return given if given and SANE_REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"


def _require_scope(identity: Identity) -> None:
    if not identity.scopes & SCOPES:
        needed = sorted(SCOPES)
        raise Problem(
            "scope_missing",
            Message("The token needs the scope %(any_of)s.", any_of=" or ".join(needed)),
            params={"scope": "play", "any_of": needed, "granted": sorted(identity.scopes)},
        )


def _order(
    identity: Identity, match: UUID, headers: Mapping[str, str], body: bytes
) -> PendingCommand:
    """Return what a request asks for; raises Problem when it makes no sense."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Problem(
            "unsupported_media_type", Message("Send the body as `application/json`, in UTF-8.")
        )
    key = idempotency.parse_key(headers.get("idempotency-key"), is_required=True)
    asked = validation.convert(json_body.decode(body), Move, strict=True)
    player = Player(identity.account_id, identity.username, identity.token_digest)
    command = CommandContext(
        identity.actor, key or "", fingerprint(match, asked), token=player.token
    )
    return prepare_move(match, player, command, asked.move, asked.expected_version)


def _noted(match: UUID, headers: Mapping[str, str], body: bytes, reply: Reply) -> Reply:
    """Return the reply with what is left of the limit; keep what is refused a program."""
    identity = tokens.stale_identity(headers.get("authorization"))
    if identity is None:
        return reply
    if reply.status != CREATED and identity.is_bot:
        problem = msgspec.json.decode(reply.body, type=_ProblemLine)
        diagnostics.note(
            account=identity.account_id,
            code=problem.code,
            detail=problem.detail,
            request_id=problem.request_id,
            subject=match,
            sent=body,
        )
    return _with_quota(reply, identity)


def _with_quota(reply: Reply, identity: Identity) -> Reply:
    """Return the reply with what is left of the limit, as far as it is known here."""
    left = limits.left(BUCKET, identity.actor)
    if left is not None:
        reply.headers.update(quotas.headers({BUCKET: left}))
    return reply


class _ProblemLine(msgspec.Struct):
    """What an owner is told of a problem."""

    code: str
    detail: str
    request_id: str


def fingerprint(match_id: UUID, asked: Move) -> bytes:
    """Return the digest of what is asked (32 bytes): the same for the same request only."""
    content = msgspec.json.encode(
        ["move", match_id, asked.expected_version, asked.move], order="deterministic"
    )
    return sha256(content).digest()
