"""What a token may be allowed to do."""

from collections.abc import Mapping
from typing import Literal

Scope = Literal["play", "bot", "read", "organise", "ladder", "admin"]

SCOPES: Mapping[Scope, str] = {
    "play": "take seats and make moves",
    "bot": "act as a bot",
    "read": "see what the account may see",
    "organise": "run tournaments",
    "ladder": "run ladders",
    "admin": "act on matches of others",
}
"""Every scope, and what it is for."""

STAFF_SCOPES: frozenset[str] = frozenset({"organise", "ladder", "admin"})
"""Scopes that only staff may hold."""

DEFAULT_SCOPES: tuple[Scope, ...] = ("play", "read")
"""What a token gets that asks for nothing."""
