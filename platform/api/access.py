"""Who makes an API request, and whether the token allows it: never a session, always a token."""

from datetime import datetime
from functools import cache
from uuid import UUID

import msgspec
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from api.problems import Problem
from games.messages import Message


class Identity(msgspec.Struct, frozen=True):
    """Whom a token stands for; the `user` and the `auth` of an API request."""

    account_id: UUID
    username: str
    scopes: frozenset[str]
    token_id: UUID
    token_digest: bytes
    expires_at: datetime
    is_bot: bool
    is_staff: bool
    """Whether the token has the rights of the staff: never one of a program of somebody else."""
    program: str
    """The id of the program of somebody else whose token it is; empty for the account's own."""
    actor: str
    """The name under which the account acts in events and repeated requests."""

    @property
    def is_program(self) -> bool:
        """Whether the token is one of a program of somebody else."""
        return self.program != ""

    is_authenticated = True


def not_authenticated(detail: Message, *, error: str = ' error="invalid_token"') -> Problem:
    """Return the problem of a request that does not say who it is (RFC 6750, section 3)."""
    return Problem("not_authenticated", detail, headers={"WWW-Authenticate": "Bearer" + error})


def identity(request: Request) -> Identity:
    """Return who makes the request; raises `not_authenticated` for a stranger."""
    found = identity_or_none(request)
    if found is None:
        raise not_authenticated(Message("Send a token: `Authorization: Bearer cp_…`."), error="")
    return found


def identity_or_none(request: Request) -> Identity | None:
    """Return who makes the request; None for a stranger."""
    return request.auth if isinstance(request.auth, Identity) else None


def viewer(request: Request) -> UUID | None:
    """Return the account that looks on; None for a stranger."""
    found = identity_or_none(request)
    return None if found is None else found.account_id


class Authenticated(BasePermission):
    """Anybody with a token; the default of every view."""

    scopes: frozenset[str] = frozenset()
    """One of these is needed; empty: any token does."""

    def has_permission(self, request: Request, view: object) -> bool:  # noqa: ARG002
        """Return True; raises `not_authenticated` or `scope_missing`."""
        granted = identity(request).scopes
        if self.scopes and not granted & self.scopes:
            needed = sorted(self.scopes)
            detail = Message("The token needs the scope %(any_of)s.", any_of=" or ".join(needed))
            params = {"scope": needed[0], "any_of": needed, "granted": sorted(granted)}
            raise Problem("scope_missing", detail, params=params)
        return True


@cache
def needs(*scopes: str) -> type[Authenticated]:
    """Return the permission of tokens that have one of the scopes.

    A view says `access = {"POST": needs("play")}`.
    """
    name = f"Needs_{'_or_'.join(scopes)}"
    return type(name, (Authenticated,), {"scopes": frozenset(scopes)})
