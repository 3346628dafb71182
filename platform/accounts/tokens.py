"""API tokens: what they look like, and whom a request's token stands for.

A token is `cp_` and 43 random characters (256 bits). The database has its SHA-256 only, which is
enough for so much chance: a slow hash guards secrets that people choose.
"""

import re
import time
from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from uuid import UUID

from django.db import connection

from accounts import presence
from api import database
from api.access import Identity, not_authenticated
from api.scopes import STAFF_SCOPES
from games.messages import Message, as_message

PREFIX = "cp_"
SHOWN = len(PREFIX) + 5
"""Characters of a token that its list shows."""
SECRET_FORMAT = re.compile(r"(?:cp_[A-Za-z0-9_-]{32,86}|[A-Za-z0-9_-]{86})")
"""One's own, or one of a program of somebody else (`accounts.programs`)."""

CACHE_SECONDS = 30
CACHED_MAX = 10_000

FIND = """
    SELECT t.id, t.account_id, a.username, a.is_bot, a.is_staff, t.scopes, t.expires_at,
           t.program,
           CASE WHEN t.revoked_at IS NOT NULL THEN 'The token was revoked.'
                WHEN t.expires_at <= statement_timestamp() THEN 'The token has expired.'
                WHEN NOT a.is_active THEN 'The account is closed.' END,
           t.last_used_at IS NULL OR t.last_used_at < statement_timestamp() - interval '1 minute'
    FROM accounts_token t JOIN accounts_account a ON a.id = t.account_id
    WHERE t.digest = %(digest)s"""

TOUCH = """
    UPDATE accounts_token SET last_used_at = statement_timestamp()
    WHERE id = (SELECT id FROM accounts_token WHERE id = %(id)s FOR UPDATE SKIP LOCKED)"""
TOUCH_SOON = f"{TOUCH} AND set_config('synchronous_commit', 'off', true) IS NOT NULL"
"""The same as a transaction of its own, which waits for no disk: whoever has just come would,
before the first answer, and a crash may forget when somebody was last seen."""


def actor_of(account_id: UUID) -> str:
    """Return the name under which an account acts."""
    return f"account:{account_id}"


def digest_of(secret: str) -> bytes:
    """Return what the database knows of a token."""
    return sha256(secret.encode()).digest()


def bearer_token(header: str | None) -> str:
    """Return the token in an Authorization header; raises `not_authenticated`."""
    if not header:
        raise not_authenticated(Message("Send a token: `Authorization: Bearer cp_…`."), error="")
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise not_authenticated(
            Message("The Authorization header must be `Bearer` and a token."), error=""
        )
    if not SECRET_FORMAT.fullmatch(secret):
        raise not_authenticated(
            Message("The token is malformed: `cp_` and 43 characters are expected.")
        )
    return secret


def authenticate(header: str | None) -> Identity:
    """Return whom an Authorization header stands for, by one query.

    Raises `not_authenticated` for a missing, malformed, unknown, expired or revoked token. The
    time of the last use is written once a minute, and not at all when another process is at it.
    """
    return identify(digest_of(bearer_token(header)))


def identify(digest: bytes) -> Identity:
    """Return whom a token stands for now; raises `not_authenticated`, and forgets the token then.

    Also for whoever had the token from the cache and is about to answer something else than what
    a statement with `accounts.sql.TOKEN_VALID` has allowed.
    """
    found = database.rows(FIND, {"digest": digest})
    if not found:
        forget(digest)
        raise not_authenticated(Message("The token is unknown."))
    (
        token_id,
        account_id,
        username,
        is_bot,
        is_of_staff,
        scopes,
        expires_at,
        program,
        fault,
        is_stale,
    ) = found[0]
    if fault:
        forget(digest)
        raise not_authenticated(as_message(fault))
    if is_stale:
        # Within a transaction all the rest of it would not wait either.
        database.rows(TOUCH if connection.in_atomic_block else TOUCH_SOON, {"id": token_id})
    presence.mark_seen(account_id)
    # No program has a right of the staff, whoever allows it what.
    is_staff = is_of_staff and not program
    return Identity(
        account_id=account_id,
        username=username,
        scopes=frozenset(scopes) if is_staff else frozenset(scopes) - STAFF_SCOPES,
        token_id=token_id,
        token_digest=digest,
        expires_at=expires_at,
        is_bot=is_bot,
        is_staff=is_staff,
        program=program,
        actor=actor_of(account_id),
    )


_cache: OrderedDict[bytes, tuple[float, Identity]] = OrderedDict()
_cache_lock = Lock()


def cached_identity(header: str | None) -> Identity:
    """Return whom a header stands for, as it was up to 30 s ago.

    Only for statements that check the token again as they act (`accounts.sql.TOKEN_VALID`): a
    revoked token may still be in this process's cache. Raises like `authenticate`.
    """
    held = peek_identity(header)
    if held is not None:
        return held
    ends_at = time.monotonic() + CACHE_SECONDS
    identity = authenticate(header)
    with _cache_lock:
        _cache.pop(identity.token_digest, None)
        _cache[identity.token_digest] = ends_at, identity
        while len(_cache) > CACHED_MAX:
            _cache.popitem(last=False)
    return identity


def peek_identity(header: str | None) -> Identity | None:
    """Return whom a header stands for if this process holds that, as `cached_identity` does.

    Raises `not_authenticated` for a header without a token.
    """
    cached = _cache.get(digest_of(bearer_token(header)))
    if cached is None or time.monotonic() >= cached[0]:
        return None
    presence.mark_seen(cached[1].account_id)
    return cached[1]


def stale_identity(header: str | None) -> Identity | None:
    """Return whom a header stood for when it was last looked up, from this process's memory alone.

    For notes about a request that was refused, never to let anything pass.
    """
    _, _, secret = (header or "").partition(" ")
    cached = _cache.get(digest_of(secret))
    return None if cached is None else cached[1]


def forget_all(**_signal: object) -> None:
    """Drop every token from this process's cache."""
    with _cache_lock:
        _cache.clear()


def forget(digest: bytes) -> None:
    """Drop a token from this process's cache; call it when a statement finds the token invalid."""
    with _cache_lock:
        _cache.pop(digest, None)
