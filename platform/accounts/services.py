"""What changes accounts and tokens."""

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import password_changed, validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import (
    characters,
    invitations,
    names,
    pairs,
    programs,
    sessions,
    tokens,
    ways_in,
)
from accounts.models import (
    USERNAME_PATTERN,
    Account,
    EmailChange,
    ErasedName,
    Sanction,
    Session,
    Token,
)
from accounts.request_models import IdempotencyRecord
from api.ids import uuid7
from api.problems import FieldError, Problem, field_error, invalid, invalid_fields
from api.scopes import SCOPES, STAFF_SCOPES
from games.messages import Message, as_message, join

EXPIRES_IN_MIN = 60
EXPIRES_IN_MAX = 366 * 24 * 3600
EXPIRES_IN_DEFAULT = 30 * 24 * 3600
"""Seconds that a token lasts."""


class Issued(NamedTuple):
    """A new token, and its secret for the only time."""

    token: Token
    secret: str


def register(*, username: str, password: str, email: str = "") -> Account:
    """Return a new account; raises `invalid` for a name that is taken or a weak password."""
    return save_account(unsaved_account(username=username, password=password, email=email))


def unsaved_account(*, username: str, password: str | None, email: str = "") -> Account:
    """Return an account that is not saved yet, its password checked and hashed; None for none.

    Raises `invalid` with everything that is wrong with the name and the password.
    """
    if found := sign_up_faults(username=username, password=password, email=email):
        raise invalid_fields(found)
    # Hashed here: to set a password would end, once saved, what stood under the one before.
    return Account(username=username, email=email, password=make_password(password))


def sign_up_faults(*, username: str, password: str | None, email: str) -> list[FieldError]:
    """Return everything for which a new account would be refused but that its name is taken.

    It costs no hash.
    """
    checks: tuple[Callable[[], None], ...] = (
        lambda: require_name(username),
        lambda: require_email(email),
        lambda: require_strong_password(password, Account(username=username, email=email)),
    )
    found: list[FieldError] = []
    for check in checks:
        try:
            check()
        except Problem as problem:
            found += problem.errors
    return found


def require_email(email: str) -> None:
    """Raise `invalid` for what is no address of mail; none at all is none."""
    if not email:
        return
    try:
        validate_email(email)
    except ValidationError as error:
        raise invalid("email", Message("must be an e-mail address")) from error


def require_name(username: str) -> None:
    """Raise `invalid` for a name that has not the form of one, or is not to be had."""
    if not re.fullmatch(USERNAME_PATTERN, username) or username.endswith("\n"):
        raise invalid("username", Message("must be 2 to 30 of A-Z, a-z, 0-9, _ and -"))
    refuse_name(username)


def refuse_name(username: str) -> None:
    """Raise `invalid` for a name of the right form that is none, or is not to be had."""
    if fault := characters.fault(username):
        raise invalid("username", fault)
    if username.lower().startswith(names.GONE) or names.fault(username):
        raise invalid("username", Message("is taken"), code="taken")


def save_account(account: Account) -> Account:
    """Save an account, a new one or not, and return it; raises `invalid` for a taken name."""
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError as error:
        raise invalid("username", Message("is taken"), code="taken") from error
    return account


@transaction.atomic
def save_invited(account: Account, invitation: str) -> Account:
    """Save a new account where its person may sign up, with an invitation or without.

    Raises `permission_denied` where they may not, and `invalid` for a taken name.
    """
    invitations.use(invitation)
    return save_account(account)


def require_strong_password(password: str | None, account: Account) -> None:
    """Raise `invalid` with every reason why an account should not have a password; none is fine."""
    if password is None:
        return
    try:
        validate_password(password, account)
    except ValidationError as error:
        reasons = [
            field_error("password", reason.code or "invalid", as_message(" ".join(reason.messages)))
            for reason in error.error_list
        ]
        detail = join(" ", (reason.message for reason in reasons))
        raise Problem("invalid", detail, errors=reasons) from error


def become_bot(
    *, account_id: UUID, contact: str, refuse: Callable[[UUID], None] = lambda _account_id: None
) -> Account:
    """Mark an account as a bot, for good, and return it; a later call changes the contact only.

    `refuse` raises a problem for an account that must stay a person's. It runs while the account
    is locked, so that meanwhile no row that refers to the account can be written.
    """
    with transaction.atomic():
        account = Account.objects.select_for_update().get(pk=account_id)
        if account.is_guest:
            raise Problem("guests_not_allowed", Message("A guest cannot be a bot. Sign up first."))
        if not account.is_bot:
            refuse(account_id)
        return _marked(account, contact)


def _marked(account: Account, contact: str) -> Account:
    account.is_bot, account.bot_contact = True, contact
    account.save(update_fields=["is_bot", "bot_contact"])
    return account


def issue_token(
    *,
    account: Account,
    name: str,
    scopes: Collection[str],
    expires_in: int = EXPIRES_IN_DEFAULT,
    key: str | None = None,
) -> Issued:
    """Return a new token that lasts `expires_in` seconds.

    With an idempotency key its secret can be found again by `secret_again`; without, it is lost
    with the answer. Raises `permission_denied` for scopes that only staff may hold.
    """
    require_grantable_scopes(scopes, account)
    name = characters.canonical(name)
    if name and (fault := characters.fault(name)):
        raise invalid("name", fault)
    token_id = uuid7()
    secret = (
        reissued_secret(account_id=account.pk, token_id=token_id, key=key) if key else new_secret()
    )
    now = timezone.now()
    token = Token.objects.create(
        id=token_id,
        account=account,
        name=name,
        digest=tokens.digest_of(secret),
        prefix=secret[: tokens.SHOWN],
        scopes=sorted(set(scopes)),
        created_at=now,
        expires_at=now + timedelta(seconds=expires_in),
    )
    return Issued(token, secret)


def require_grantable_scopes(scopes: Collection[str], account: Account) -> None:
    """Raise a problem for scopes that do not exist or that the account may not hold."""
    for scope in scopes:
        if scope not in SCOPES:
            raise invalid(
                "scopes",
                Message(
                    "%(scope)s is not a scope; the scopes are %(scopes)s",
                    scope=scope,
                    scopes=list(SCOPES),
                ),
            )
        if scope in STAFF_SCOPES and not account.is_staff:
            raise Problem(
                "permission_denied",
                Message("Only staff may hold %(scope)s.", scope=scope),
            )


def new_secret() -> str:
    """Return a token of chance."""
    return tokens.PREFIX + secrets.token_urlsafe(32)


def reissued_secret(*, account_id: UUID, token_id: UUID, key: str) -> str:
    """Return the token that was issued to an account under an idempotency key.

    It follows from the site's secret key, so that a repeated request gets the first answer
    although the token is stored nowhere.
    """
    value = f"{account_id}:{token_id}:{key}"
    mac = salted_hmac("accounts.services.reissued_secret", value, algorithm="sha256").digest()
    return tokens.PREFIX + urlsafe_b64encode(mac).decode().rstrip("=")


@transaction.atomic
def revoke_token(*, account_id: UUID, token_id: UUID) -> None:
    """End a token at once; raises `not_found` when the account has no such token that stands."""
    standing = Token.objects.filter(
        pk=token_id, account_id=account_id, revoked_at=None, expires_at__gt=Now()
    )
    token = standing.first()
    if token is None:
        raise Problem("not_found", Message("You have no token with this id."))
    tokens.forget(bytes(token.digest))
    standing.update(revoked_at=Now())
    if token.program:
        programs.end_token(bytes(token.digest))


def end_session(*, account_id: UUID, session_id: UUID) -> None:
    """Sign a browser out; raises `not_found` when the account has no such session."""
    if not sessions.end(Session.objects.filter(account_id=account_id, public_id=session_id)):
        raise Problem("not_found", Message("You have no session with this id."))


def end_other_sessions(*, account_id: UUID, kept: str | None) -> int:
    """Sign an account out of every browser but the one whose key is kept; return how many."""
    return sessions.end(Session.objects.filter(account_id=account_id).exclude(session_key=kept))


@transaction.atomic
def end_access(*, account_id: UUID) -> tuple[int, int]:
    """End every token and every session of an account; return how many of each."""
    standing = Token.objects.filter(account_id=account_id, revoked_at=None)
    for token in standing:
        tokens.forget(bytes(token.digest))
    revoked = standing.update(revoked_at=Now())
    programs.disconnect_all(account_id)
    return revoked, end_other_sessions(account_id=account_id, kept=None)


@transaction.atomic
def set_password(*, account_id: UUID, password: str) -> None:
    """Give an account another password, and end its tokens and sessions.

    The caller has checked the password.
    """
    account = Account.objects.select_for_update().get(pk=account_id)
    account.set_password(password)
    account.save(update_fields=["password"])
    password_changed(password, account)
    end_access(account_id=account_id)


@transaction.atomic
def drop_password(*, account_id: UUID, kept: str | None) -> None:
    """Leave an account without a password; what a password began ends, but for one session."""
    account = Account.objects.select_for_update().get(pk=account_id)
    account.set_unusable_password()
    account.save(update_fields=["password"])
    EmailChange.objects.filter(account=account).delete()
    end_other_sessions(account_id=account_id, kept=kept)


@transaction.atomic
def rename(*, account_id: UUID, username: str, dry_run: bool) -> None:
    """Give an account another name; raises `invalid` for one that is not to be had."""
    require_name(username)
    others = Account.objects.named(username).exclude(pk=account_id)
    if others.exists():
        raise invalid("username", Message("is taken"), code="taken")
    if not dry_run:
        Account.objects.filter(pk=account_id).update(username=username)


@transaction.atomic
def deactivate(*, account_id: UUID) -> tuple[int, int]:
    """Let nobody in as an account any more, and end its tokens and sessions; return how many.

    Its matches go on without it, and its history stays.
    """
    Account.objects.filter(pk=account_id).update(is_active=False)
    return end_access(account_id=account_id)


def reactivate(*, account_id: UUID) -> None:
    """Let somebody in again; tokens and sessions that have ended stay so.

    Raises permission_denied for who is banned: their case lets them in again.
    """
    if Sanction.objects.filter(account=account_id, kind=Sanction.Kind.BAN).exists():
        raise Problem("permission_denied", Message("The account is banned: see its case."))
    Account.objects.filter(pk=account_id).update(is_active=True)


def set_language(*, account_id: UUID, language: str) -> None:
    """Write in which language an account is written to."""
    Account.objects.filter(pk=account_id).update(language=language)


def set_visibility(*, account_id: UUID, shows_presence: bool) -> None:
    """Write whether friends see when an account is here."""
    Account.objects.filter(pk=account_id).update(shows_presence=shows_presence)


@transaction.atomic
def erase(*, account_id: UUID) -> str:
    """Erase the person behind an account for good, and return the name that stands in its place.

    The row stays, since matches name it: nameless, closed, without a password, an address, tokens
    or sessions.
    """
    account = Account.objects.select_for_update().get(pk=account_id)
    for token in Token.objects.filter(account=account):
        tokens.forget(bytes(token.digest))
    Token.objects.filter(account=account).delete()
    Session.objects.filter(account=account).delete()
    EmailChange.objects.filter(account=account).delete()
    Sanction.objects.filter(account=account).delete()
    ways_in.erase(account_id)
    programs.erase(account_id)
    pairs.erase(account_id)
    actors = [tokens.actor_of(account_id), f"register:{account.username.lower()}"]
    IdempotencyRecord.objects.filter(actor__in=actors).delete()
    ErasedName.objects.get_or_create(digest=names.digest(account.username))
    account.username = names.GONE + secrets.token_hex(5)
    account.email = ""
    account.bot_contact = "erased" if account.is_bot else ""
    account.last_login = None
    account.language = ""
    account.is_active = account.is_organiser = account.is_staff = account.is_superuser = False
    account.set_unusable_password()
    account.save()
    account.user_permissions.clear()
    return account.username
