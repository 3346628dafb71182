"""What the API of accounts takes and answers."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from accounts.services import EXPIRES_IN_DEFAULT, EXPIRES_IN_MAX, EXPIRES_IN_MIN
from api.scopes import DEFAULT_SCOPES, SCOPES, Scope

Password = Annotated[str, Meta(min_length=1, max_length=256)]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play."""

    username: Annotated[str, Meta(min_length=2, max_length=30, pattern="^[A-Za-z0-9_-]+$")]
    password: Password
    email: Annotated[str, Meta(max_length=254)] = ""


class AccountShown(Struct, frozen=True):
    """An account as others see it."""

    id: UUID
    username: str
    is_bot: bool
    date_joined: datetime


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Credentials, and the token that is wanted for them."""

    username: Annotated[str, Meta(max_length=254)]
    password: Password
    name: Annotated[str, Meta(max_length=100, description="For your own list of tokens.")] = ""
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=len(SCOPES))] = (
        DEFAULT_SCOPES
    )
    expires_in: Annotated[
        int, Meta(ge=EXPIRES_IN_MIN, le=EXPIRES_IN_MAX, description="Seconds.")
    ] = EXPIRES_IN_DEFAULT


class TokenShown(Struct, frozen=True):
    """A token as its owner sees it."""

    id: UUID
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class TokenIssued(Struct, frozen=True):
    """A new token; nobody can show it again."""

    token: str
    id: UUID
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - No password.


class Me(Struct, frozen=True):
    """Whom the token stands for, and what it allows."""

    id: UUID
    username: str
    email: str
    is_bot: bool
    bot_contact: str
    is_staff: bool
    date_joined: datetime
    scopes: list[str]
    token_id: UUID
    token_expires_at: datetime


class BotContact(Struct, frozen=True, forbid_unknown_fields=True):
    """How the house reaches whoever runs the bot."""

    contact: Annotated[str, Meta(min_length=1, max_length=200)]


class ProblemKind(Struct, frozen=True):
    """What all problems of one code share."""

    code: str
    status: int
    title: str
