"""What players and matches are called in a dump: the same in all of a site, and nowhere else.

Who has the site's key can tell who is who; nobody else can reckon it back. What was played in
public can still be recognised by who has seen it: a pseudonym is no more than that.
"""

import hashlib
import hmac

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

SIZE = 16
"""Bytes: two of a million names are the same once in 10^26 sites."""


def pseudonym(kind: str, name: str) -> str:
    """Return what something of a kind is called."""
    if not settings.DATA_KEY:
        message = "DATA_KEY is empty: anyone could reckon who is who"
        raise ImproperlyConfigured(message)
    payload = f"cutpurse-dump/1\x00{kind}\x00{name}".encode()
    return hmac.digest(settings.DATA_KEY.encode(), payload, hashlib.sha256)[:SIZE].hex()


def player(key: str) -> str:
    """Return what a player is called, given as ladders do: `account:<uuid>` or `bot:<id>`."""
    return key if key.startswith("bot:") else pseudonym("player", key)
