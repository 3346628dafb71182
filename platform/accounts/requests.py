"""What the API of accounts is asked, as typed structs."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.services import EXPIRES_IN_DEFAULT, EXPIRES_IN_MAX, EXPIRES_IN_MIN
from api.scopes import DEFAULT_SCOPES, SCOPES, Scope

Password = Annotated[str, Meta(min_length=1, max_length=256)]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Someone who wants to play."""

    username: Annotated[str, Meta(min_length=2, max_length=30, pattern="^[A-Za-z0-9_-]+$")]
    """The user name; names that differ by the case of letters only are the same."""
    password: Password
    """The password, of at least 8 characters."""
    email: Annotated[str, Meta(max_length=254)] = ""
    """The e-mail address, to which a new password can be sent."""
    invitation: Annotated[str, Meta(max_length=64)] = ""
    """The code of an invitation, on a site that asks for one."""


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Credentials, and the token that is wanted for them."""

    username: Annotated[str, Meta(max_length=254)]
    """The user name."""
    password: Password
    """The password."""
    code: Annotated[str, Meta(max_length=20)] = ""
    """A code of the authenticator app or a recovery code, if the account has a second step."""
    name: Annotated[str, Meta(max_length=100, description="For your own list of tokens.")] = ""
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=len(SCOPES))] = (
        DEFAULT_SCOPES
    )
    """What the token is to allow."""
    expires_in: Annotated[
        int, Meta(ge=EXPIRES_IN_MIN, le=EXPIRES_IN_MAX, description="Seconds.")
    ] = EXPIRES_IN_DEFAULT


class AskNothing(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more to say than whom the address names."""


class AccountVisibility(Struct, frozen=True, forbid_unknown_fields=True):
    """What others see of an account."""

    to_friends: bool
    """Whether friends see when you are here, and at which table."""


class BotContact(Struct, frozen=True, forbid_unknown_fields=True):
    """How the operator reaches whoever runs the bot."""

    contact: Annotated[str, Meta(min_length=1, max_length=200)]
    """An e-mail address, or the address of a page."""
