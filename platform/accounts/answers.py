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
    """The public data of an account."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    is_bot: bool
    """Whether the account is a bot account."""
    date_joined: Instant
    """When the account was registered."""
    is_guest: bool = False
    """Whether the account is a guest without a password."""


class RelationShown(Struct, frozen=True):
    """An account and its relation to you."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    is_bot: bool
    """Whether the account is a bot account."""
    is_guest: bool
    """Whether the account is a guest without a password."""
    friendship: Literal["none", "asked", "asks", "friends"]
    """The state of the friendship."""
    blocked: bool
    """Whether you have blocked the account."""
    muted: bool
    """Whether you have muted the account."""


class TokenShown(Struct, frozen=True):
    """An active token, without its secret."""

    id: Id
    """The id of the token, used to revoke it."""
    name: str
    """The name of the token."""
    prefix: str
    """The first characters of the token."""
    scopes: list[ScopeName]
    """The scopes of the token."""
    created_at: Instant
    """When the token was created."""
    expires_at: Instant
    """When the token expires."""
    last_used_at: Instant | None
    """When the token was last used, accurate to about a minute; null if never."""


class TokenIssued(Struct, frozen=True):
    """A new token; it cannot be retrieved again."""

    token: str
    """The token; send it as `Authorization: Bearer …`."""
    id: Id
    """The id of the token, used to revoke it."""
    name: str
    """The name of the token."""
    prefix: str
    """The first characters of the token."""
    scopes: list[ScopeName]
    """The scopes of the token."""
    created_at: Instant
    """When the token was created."""
    expires_at: Instant
    """When the token expires."""
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - No password.
    """The authentication scheme for sending the token."""


class Me(Struct, frozen=True):
    """The account of the token and the token's permissions."""

    id: Id
    """The id of the account."""
    username: str
    """The user name."""
    email: str
    """The e-mail address; empty if none was given."""
    is_bot: bool
    """Whether the account is a bot account."""
    bot_contact: str
    """Contact details of the person who runs the bot; empty for people."""
    is_staff: bool
    """Whether the token has staff rights; never true for third-party programs."""
    date_joined: Instant
    """When the account was registered."""
    scopes: list[ScopeName]
    """The scopes of the token."""
    token_id: Id
    """The id of the token."""
    token_expires_at: Instant
    """When the token expires."""
    is_guest: bool = False
    """Whether the account is a guest without a password, erased after 30 days without use."""
    may_organise: bool = False
    """Whether the account may create tournaments."""


class GuestMade(Struct, frozen=True):
    """A new guest and their token, the only credential; it cannot be retrieved again."""

    id: Id
    """The id of the account."""
    username: str
    """The generated user name of the guest."""
    token: str
    """The token; send it as `Authorization: Bearer …`."""
    scopes: list[ScopeName]
    """The scopes of the token."""
    expires_at: Instant
    """When the token expires."""
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - No password.
    """The authentication scheme for sending the token."""


class ProblemKind(Struct, frozen=True):
    """The description of a problem code."""

    code: str
    """The machine-readable problem code; stable."""
    status: int
    """The HTTP status."""
    title: str
    """The title of the problem."""
    advice: str
    """What the problem means and what to do about it."""
