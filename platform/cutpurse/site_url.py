"""The one address of the site, to which the links of mails lead."""

import re

from django.core.exceptions import ImproperlyConfigured

ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


def checked(text: str, *, https: bool) -> str:
    """Return an address without a slash at its end, or the empty text; ImproperlyConfigured.

    It has a scheme, a host and perhaps a port and nothing else: addresses of pages are put behind.
    """
    address = text.strip().removesuffix("/")
    if address and not ORIGIN.fullmatch(address):
        message = f"SITE_URL must read like https://play.example.org, not {text!r}"
        raise ImproperlyConfigured(message)
    if https and address.startswith("http:"):
        message = f"SITE_URL must begin with https:// where HTTPS=1 is set, not {text!r}"
        raise ImproperlyConfigured(message)
    return address


def log_origin(address: str) -> str:
    """Return the name of the log of a site at an address: its host, and which log it is."""
    return f"{address.partition('://')[2] or 'localhost'}/cutpurse/1"
