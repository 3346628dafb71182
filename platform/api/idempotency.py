"""POSTs that may be repeated: the first answer to an Idempotency-Key is the only one.

For requests whose effect is no event; events carry their key themselves. The draft
draft-ietf-httpapi-idempotency-key-header-07 names the header; answers are kept for a week.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec
from django.db import OperationalError, transaction
from django.http import HttpResponse
from psycopg.errors import LockNotAvailable
from rest_framework.request import Request

from api import access, database, dry_runs, json_body
from api.problems import Problem, invalid
from games.messages import Message

if TYPE_CHECKING:
    from rest_framework.response import Response

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
FORMAT = re.compile(r'"?([A-Za-z0-9_-]{16,64})"?')
DAYS_KEPT = 7

CLAIM = """
    INSERT INTO accounts_idempotencyrecord (actor, key, fingerprint, status, body)
    VALUES (%(actor)s, %(key)s, %(fingerprint)s, 0, '')
    ON CONFLICT (actor, key) DO NOTHING RETURNING 1"""

FIND = """
    SELECT fingerprint, status, body FROM accounts_idempotencyrecord
    WHERE actor = %(actor)s AND key = %(key)s"""

SETTLE = """
    UPDATE accounts_idempotencyrecord SET status = %(status)s, body = %(body)s
    WHERE actor = %(actor)s AND key = %(key)s"""

PURGE = """
    DELETE FROM accounts_idempotencyrecord
    WHERE created_at < statement_timestamp() - make_interval(days => %(days)s)"""


class StoredResponse(NamedTuple):
    """What a request was answered."""

    status: int
    body: bytes
    is_replayed: bool = False


def new_key() -> str:
    """Return a key for a command that came without one."""
    return secrets.token_urlsafe(24)


def request_key(request: Request, *, is_required: bool = False) -> str | None:
    """Return the request's Idempotency-Key, None without; raises like `parse_key`."""
    return parse_key(request.META.get("HTTP_IDEMPOTENCY_KEY"), is_required=is_required)


def parse_key(header: str | None, *, is_required: bool = False) -> str | None:
    """Return the key in a header, None without.

    Raises `idempotency_key_required`, and `invalid` for a key that is not 16 to 64 of
    `[A-Za-z0-9_-]`, quoted or bare.
    """
    if header is None:
        if is_required:
            detail = Message("Send an Idempotency-Key, a new one for every new request.")
            raise Problem("idempotency_key_required", detail)
        return None
    found = FORMAT.fullmatch(header)
    if not found or header.startswith('"') != header.endswith('"'):
        raise invalid(HEADER, Message("must be 16 to 64 of A-Z, a-z, 0-9, _ and -, quoted or bare"))
    return found[1]


def fingerprint(request: Request, content: object) -> bytes:
    """Return the SHA-256 of what a request asks: method, path, query and content.

    The content comes without passwords: a digest of those would have to be slow.
    """
    canonical = msgspec.json.encode(
        [request.method, request.path, request.META.get("QUERY_STRING", ""), content],
        order="deterministic",
    )
    return sha256(canonical).digest()


def run_once(
    *, actor: str, key: str, fingerprint: bytes, work: Callable[[], tuple[int, bytes]]
) -> StoredResponse:
    """Return the status and body of `work`, or those of the first time with this actor and key.

    The work and the record of its answer are one transaction: a refusal (any exception) leaves
    nothing behind, and the key may be used again. A second request waits for the first one's end
    on the unique index. Raises `idempotency_key_reused` when the fingerprint is another one.
    """
    name = {"actor": actor, "key": key}
    with transaction.atomic():
        if not claim({**name, "fingerprint": fingerprint}):
            return replay(name, fingerprint)
        status, body = work()
        database.rows(SETTLE, {**name, "status": status, "body": body})
    return StoredResponse(status, body)


def claim(parameters: Mapping[str, object]) -> bool:
    """Return whether this is the first request of its key.

    Waits while another one is at it, up to the lock_timeout of the database's role.
    """
    try:
        with transaction.atomic():
            return bool(database.rows(CLAIM, parameters))
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        raise Problem(
            "idempotency_in_progress",
            Message("The first request with this Idempotency-Key is still running."),
            headers={"Retry-After": "1"},
        ) from error


def replay(name: Mapping[str, object], fingerprint: bytes) -> StoredResponse:
    """Return the first answer; raises `idempotency_key_reused` to another request."""
    first_fingerprint, status, body = database.rows(FIND, name)[0]
    if bytes(first_fingerprint) != fingerprint:
        detail = Message("This Idempotency-Key was used for a request with other content.")
        raise Problem("idempotency_key_reused", detail)
    return StoredResponse(status, bytes(body), is_replayed=True)


def response(answer: StoredResponse) -> HttpResponse:
    """Return an answer for Django, marked when it is a repeated one."""
    content_type = "application/json"
    result = HttpResponse(answer.body, status=answer.status, content_type=content_type)
    if answer.is_replayed:
        result[REPLAYED] = "true"
    return result


MethodT = TypeVar("MethodT", bound="Callable[..., Response]")


def idempotent(method: MethodT) -> MethodT:
    """Make a view's POST repeatable for requests that carry an Idempotency-Key.

    The method needs an authenticated account and answers with a `Response` that holds no secret;
    with a key it runs inside a transaction. A dry run leaves the key free.
    """

    @wraps(method)
    def repeatable(view: object, request: Request, *args: object, **kwargs: object) -> HttpResponse:
        key = request_key(request)
        if key is None or dry_runs.is_dry(request):
            return method(view, request, *args, **kwargs)

        def work() -> tuple[int, bytes]:
            answer: Response = method(view, request, *args, **kwargs)
            return answer.status_code, b"" if answer.data is None else json_body.encode(answer.data)

        actor = access.identity(request).actor
        mark = fingerprint(request, request.data)
        return response(run_once(actor=actor, key=key, fingerprint=mark, work=work))

    return repeatable  # type: ignore[return-value] # The same signature.


def purge() -> None:
    """Delete the answers that are older than a week."""
    database.rows(PURGE, {"days": DAYS_KEPT})
