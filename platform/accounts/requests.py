"""What the API of accounts is asked, as typed structs."""

from typing import Annotated

from msgspec import Meta, Struct

from accounts.services import EXPIRES_IN_DEFAULT, EXPIRES_IN_MAX, EXPIRES_IN_MIN
from api.scopes import DEFAULT_SCOPES, SCOPES, Scope

Password = Annotated[str, Meta(min_length=1, max_length=256)]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """An account to register."""

    username: Annotated[str, Meta(min_length=2, max_length=30, pattern="^[A-Za-z0-9_-]+$")]
    """The user name; names that differ only in upper and lower case are the same."""
    password: Password
    """The password: at least 8 characters."""
    email: Annotated[str, Meta(max_length=254)] = ""
    """The e-mail address, used to reset the password."""
    invitation: Annotated[str, Meta(max_length=64)] = ""
    """An invitation code, if the site requires one."""


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Credentials and the properties of the new token."""

    username: Annotated[str, Meta(max_length=254)]
    """The user name."""
    password: Password
    """The password."""
    code: Annotated[str, Meta(max_length=20)] = ""
    """An authenticator or recovery code, if the account uses two-factor authentication."""
    name: Annotated[str, Meta(max_length=100, description="A name to recognise the token by.")] = ""
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=len(SCOPES))] = (
        DEFAULT_SCOPES
    )
    """The scopes of the new token."""
    expires_in: Annotated[
        int,
        Meta(
            ge=EXPIRES_IN_MIN,
            le=EXPIRES_IN_MAX,
            description="The lifetime of the token in seconds.",
        ),
    ] = EXPIRES_IN_DEFAULT


class AskNothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body: the path names the account."""


class AccountVisibility(Struct, frozen=True, forbid_unknown_fields=True):
    """What friends can see of an account."""

    to_friends: bool
    """Whether friends can see when you are on the site and which match you are playing."""


class BotContact(Struct, frozen=True, forbid_unknown_fields=True):
    """Contact details of the person who runs the bot."""

    contact: Annotated[str, Meta(min_length=1, max_length=200)]
    """An e-mail address or the URL of a web page."""
