"""The OpenID Connect providers that the environment names."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ID = re.compile(r"[a-z][a-z0-9-]{0,29}")
PARTS = 5
TAKEN = {"new", "cancelled"}
"""Addresses of our own pages."""
HERE = {"127.0.0.1", "localhost", "::1"}


def from_lines(lines: Iterable[str]) -> list[Mapping[str, object]]:
    """Return what `allauth` takes for each line `id, address, client id, secret, name`.

    Raises ImproperlyConfigured; a secret is in no message.
    """
    found = [_from_line(line) for line in lines]
    ids = [each["provider_id"] for each in found]
    if len({*ids}) < len(ids):
        message = "OPENID_PROVIDERS: each provider needs an id of its own"
        raise ImproperlyConfigured(message)
    return found


def _from_line(line: str) -> Mapping[str, object]:
    parts = [part.strip() for part in line.split(",", PARTS - 1)]
    if len(parts) != PARTS or not all(parts):
        message = (
            "OPENID_PROVIDERS: each provider is `id, address, client id, secret, name`, with `;` "
            f"between two; the one that begins with {parts[0]!r} is not"
        )
        raise ImproperlyConfigured(message)
    provider_id, address, client_id, secret, name = parts
    if not ID.fullmatch(provider_id):
        message = f"OPENID_PROVIDERS: {provider_id!r} must be small letters, digits and hyphens"
        raise ImproperlyConfigured(message)
    if provider_id in TAKEN:
        message = f"OPENID_PROVIDERS: a provider cannot be called {provider_id!r}"
        raise ImproperlyConfigured(message)
    where = urlsplit(address)
    if where.scheme != "https" and not (where.scheme == "http" and where.hostname in HERE):
        message = f"OPENID_PROVIDERS: {provider_id} must have an address that begins with https://"
        raise ImproperlyConfigured(message)
    return {
        "provider_id": provider_id,
        "name": name,
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": address.rstrip("/"), "oauth_pkce_enabled": True},
    }
