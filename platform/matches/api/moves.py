"""Make a move over HTTP: the hot path, without a framework between the bytes and the door.

The DRF view and the ASGI front both call `answer`; it takes headers and a body and gives a status,
headers and a body. The token comes from this process's cache and is checked again by the
statement that writes the move; the limit is spent from a lease.
"""

from collections.abc import Mapping
from hashlib import sha256
from secrets import token_hex
from typing import NamedTuple
from uuid import UUID

import msgspec
import structlog
from django.db import connection

from accounts import handlers, idempotency, limits, problems, shapes, tokens, wire
from accounts.middleware import API_POLICY, SANE_REQUEST_ID
from accounts.problems import Problem
from matches.actors import Player
from matches.api.shapes import Move
from matches.services.moving import submit_move

SCOPES = frozenset({"play", "bot"})
"""A token needs one of these to move."""

FIXED_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": API_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


class Reply(NamedTuple):
    """An HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes


def answer(match: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Return the answer to `POST /matches/{match}/moves`; header names are in lower case."""
    given = headers.get("x-request-id", "")
    request_id = given if SANE_REQUEST_ID.fullmatch(given) else token_hex(16)
    try:
        status, own, content = 201, {"Content-Type": "application/json"}, b""
        replayed, content = _move(match, headers, body)
        if replayed:
            own[idempotency.REPLAYED] = "true"
    except Exception as error:  # noqa: BLE001 - The last resort; what is no refusal is logged.
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            problem = handlers.logged(error)
        if problem.code == "unavailable":
            # No request of Django's ends here, which would drop a connection that has died.
            connection.close()
        status, own, content = problems.render(problem, request_id)
    return Reply(status, {**FIXED_HEADERS, **own, "X-Request-Id": request_id}, content)


def _move(match: str, headers: Mapping[str, str], body: bytes) -> tuple[bool, bytes]:
    identity = tokens.cached_identity(headers.get("authorization"))
    if not identity.scopes & SCOPES:
        needed = sorted(SCOPES)
        raise Problem(
            "scope_missing",
            f"The token needs the scope {' or '.join(needed)}.",
            params={"scope": "play", "any_of": needed, "granted": sorted(identity.scopes)},
        )
    limits.spend_leased("play", f"account:{identity.account_id}")
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Problem("unsupported_media_type", "Send the body as `application/json`, in UTF-8.")
    key = idempotency.parse_key(headers.get("idempotency-key"), is_required=True)
    asked = shapes.fit(wire.decode(body), Move, strict=True)
    match_id = match_id_of(match)
    moved = submit_move(
        match_id=match_id,
        player=Player(identity.account_id, identity.username, identity.token_digest),
        move=asked.move,
        expected_version=asked.expected_version,
        key=key or "",
        fingerprint=fingerprint(match_id, asked),
    )
    return moved.replayed, msgspec.json.encode(moved.body)


def match_id_of(text: str) -> UUID:
    """Return the id in an address; raises not_found for what is none."""
    try:
        return UUID(text)
    except ValueError:
        raise Problem("not_found", "There is no such match, or it is private.") from None


def fingerprint(match_id: UUID, asked: Move) -> bytes:
    """Return the digest of what is asked (32 bytes): the same for the same request only."""
    content = msgspec.json.encode(
        ["move", match_id, asked.expected_version, asked.move], order="deterministic"
    )
    return sha256(content).digest()
