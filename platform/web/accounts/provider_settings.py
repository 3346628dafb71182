"""The OpenID Connect providers by which people may sign in here: settings.OPENID_PROVIDERS."""

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings


class Provider(NamedTuple):
    """Another site that says who somebody is."""

    id: str
    name: str


def all_of_them() -> list[Provider]:
    """Return the providers in the order of the settings."""
    apps: list[Mapping[str, str]] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]  # type: ignore[assignment] # Its values are of several types.
    return [Provider(each["provider_id"], each["name"]) for each in apps]


def named(provider_id: str) -> Provider | None:
    """Return a provider that the settings name; None for any other."""
    return next((each for each in all_of_them() if each.id == provider_id), None)
