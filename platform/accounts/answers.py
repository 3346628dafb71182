"""What the API of accounts answers, as typed structs.

No framework is imported here: the Python client has these structs, too.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.formats import Id, Instant
from api.scopes import SCOPES

ScopeName = Annotated[str, Meta(extra_json_schema={"enum": list(SCOPES)})]
"""One of the scopes; a client passes over those that it does not know."""


class AccountShown(Struct, frozen=True):
    """An account as others see it."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    is_bot: bool
    """Whether the account is a program's."""
    date_joined: Instant
    """When it was registered."""
    is_guest: bool = False
    """Whether the account has no password yet."""


class RelationShown(Struct, frozen=True):
    """Another account, and what it is to you."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    is_bot: bool
    """Whether the account is a program's."""
    is_guest: bool
    """Whether the account has no password yet."""
    friendship: Literal["none", "asked", "asks", "friends"]
    """Whether you are friends, you have asked, or the other one asks."""
    blocked: bool
    """Whether you have blocked the account."""
    muted: bool
    """Whether you have muted the account."""


class TokenShown(Struct, frozen=True):
    """A token as its owner sees it."""

    id: Id
    """The id of the token, by which it is revoked."""
    name: str
    """What its owner calls it."""
    prefix: str
    """How the token begins."""
    scopes: list[ScopeName]
    """What it allows."""
    created_at: Instant
    """When it was issued."""
    expires_at: Instant
    """When it ends."""
    last_used_at: Instant | None
    """When it was last used, to the minute or so; null while it has not been."""


class TokenIssued(Struct, frozen=True):
    """A new token; nobody can show it again."""

    token: str
    """The token: send it as `Authorization: Bearer …`."""
    id: Id
    """The id of the token, by which it is revoked."""
    name: str
    """What its owner calls it."""
    prefix: str
    """How the token begins."""
    scopes: list[ScopeName]
    """What it allows."""
    created_at: Instant
    """When it was issued."""
    expires_at: Instant
    """When it ends."""
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - No password.
    """How the token is sent."""


class Me(Struct, frozen=True):
    """Whom the token stands for, and what it allows."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    email: str
    """The e-mail address; empty if none was given."""
    is_bot: bool
    """Whether the account is a program's."""
    bot_contact: str
    """How the operator reaches whoever runs the program; empty for people."""
    is_staff: bool
    """Whether the token acts for the site's staff; a program of others never does."""
    date_joined: Instant
    """When the account was registered."""
    scopes: list[ScopeName]
    """What the token allows."""
    token_id: Id
    """The id of the token."""
    token_expires_at: Instant
    """When the token ends."""
    is_guest: bool = False
    """Whether the account has no password yet, and is erased when it is not used for 30 days."""
    may_organise: bool = False
    """Whether the account may make tournaments."""


class GuestMade(Struct, frozen=True):
    """A new guest, and the token that is all there is of them; nobody can show it again."""

    id: Id
    """The id of the account."""
    username: str
    """What the guest is called: it is theirs, and says nothing of who they are."""
    token: str
    """The token: send it as `Authorization: Bearer …`."""
    scopes: list[ScopeName]
    """What the token allows."""
    expires_at: Instant
    """When the token ends."""
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - No password.
    """How the token is sent."""


class ProblemKind(Struct, frozen=True):
    """What all problems of one code share."""

    code: str
    """What is wrong, for a program; stable."""
    status: int
    """The HTTP status."""
    title: str
    """What is wrong, in words."""
    advice: str
    """What it means to whoever gets it, and what to do."""
