"""How an API request says who makes it: by a token, never by a session."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts import tokens
from api.access import Identity


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
