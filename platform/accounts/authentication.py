"""Who makes an API request, and whether the token allows it: never a session, always a token."""

from functools import cache

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts import tokens
from accounts.problems import Problem
from accounts.tokens import Identity


class BearerAuthentication(BaseAuthentication):
    """Takes the account of `Authorization: Bearer cp_…`; one query."""

    def authenticate(self, request: Request) -> tuple[Identity, Identity] | None:
        """Return the identity as `request.user` and `request.auth`; None without a header."""
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        identity = self.identify(header)
        return identity, identity

    def identify(self, header: str) -> Identity:
        """Return whom the header stands for; raises `not_authenticated`."""
        return tokens.authenticate(header)

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - DRF's signature.
        """Return what WWW-Authenticate asks for."""
        return "Bearer"


class CachedBearerAuthentication(BearerAuthentication):
    """The same from this process's cache; the view's statement must use `sql.TOKEN_VALID`."""

    def identify(self, header: str) -> Identity:
        """Return whom the header stood for up to 30 s ago; raises `not_authenticated`."""
        return tokens.cached_identity(header)


def identity(request: Request) -> Identity:
    """Return who makes the request; raises `not_authenticated` for a stranger."""
    found = identity_or_none(request)
    if found is None:
        raise tokens.unknown("Send a token: `Authorization: Bearer cp_…`.", error="")
    return found


def identity_or_none(request: Request) -> Identity | None:
    """Return who makes the request; None for a stranger."""
    return request.auth if isinstance(request.auth, Identity) else None


class Authenticated(BasePermission):
    """Anybody with a token; the default of every view."""

    scopes: frozenset[str] = frozenset()
    """One of these is needed; empty: any token does."""

    def has_permission(self, request: Request, view: object) -> bool:  # noqa: ARG002
        """Return True; raises `not_authenticated` or `scope_missing`."""
        granted = identity(request).scopes
        if self.scopes and not granted & self.scopes:
            needed = sorted(self.scopes)
            detail = f"The token needs the scope {' or '.join(needed)}."
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
