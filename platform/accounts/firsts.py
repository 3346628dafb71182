"""Registrations and tokens that may be asked for twice, without a secret at rest.

Neither a password nor a token may stand in the record of a repeated request, nor a digest of a
password: the record says everything else, the password is checked again, and the token follows
from the key.
"""

from uuid import UUID

import msgspec
from rest_framework.request import Request

from accounts import invitations, passwords, services, tokens
from accounts.answers import AccountShown, TokenIssued
from accounts.models import Account
from accounts.requests import NewAccount, NewToken
from api import idempotency
from api.idempotency import StoredResponse, fingerprint, run_once
from api.problems import Problem
from games.messages import Message


def register(request: Request, wanted: NewAccount) -> StoredResponse:
    """Make an account, once for every Idempotency-Key."""
    key = idempotency.request_key(request)
    if key is None:
        invitations.require(wanted.invitation)
    # Before the transaction: hashing a password takes too long to hold one open.
    candidate = services.unsaved_account(
        username=wanted.username, password=wanted.password, email=wanted.email
    )

    def work() -> tuple[int, bytes]:
        made = services.save_invited(candidate, wanted.invitation)
        shown = AccountShown(str(made.pk), made.username, made.is_bot, made.date_joined)
        return 201, msgspec.json.encode(shown)

    if key is None:
        return StoredResponse(*work())
    actor = f"register:{wanted.username.lower()}"
    mark = fingerprint(request, [wanted.username, wanted.email])
    answer = run_once(actor=actor, key=key, fingerprint=mark, work=work)
    if answer.is_replayed and not passwords.check_credentials(
        username=wanted.username, password=wanted.password
    ):
        detail = Message("This Idempotency-Key was used for a registration with another password.")
        raise Problem("idempotency_key_reused", detail)
    return answer


def issue(request: Request, wanted: NewToken, account: Account) -> StoredResponse:
    """Issue a token to an account whose password was checked, once for every Idempotency-Key."""
    key = idempotency.request_key(request)

    def work() -> tuple[int, bytes]:
        token, secret = services.issue_token(
            account=account,
            name=wanted.name,
            scopes=wanted.scopes,
            expires_in=wanted.expires_in,
            key=key,
        )
        issued = TokenIssued(
            token=secret if key is None else "",
            id=str(token.pk),
            name=token.name,
            prefix=token.prefix,
            scopes=token.scopes,
            created_at=token.created_at,
            expires_at=token.expires_at,
        )
        return 201, msgspec.json.encode(issued)

    if key is None:
        return StoredResponse(*work())
    mark = fingerprint(request, [wanted.name, sorted(wanted.scopes), wanted.expires_in])
    actor = tokens.actor_of(account.pk)
    answer = run_once(actor=actor, key=key, fingerprint=mark, work=work)
    issued = msgspec.json.decode(answer.body, type=TokenIssued)
    secret = services.reissued_secret(account_id=account.pk, token_id=UUID(issued.id), key=key)
    body = msgspec.json.encode(msgspec.structs.replace(issued, token=secret))
    return answer._replace(body=body)
