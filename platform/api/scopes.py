"""What a token may be allowed to do."""

from collections.abc import Mapping
from typing import Literal

Scope = Literal["play", "bot", "read", "organise", "ladder", "admin", "account", "notify"]

SCOPES: Mapping[Scope, str] = {
    "play": "take seats and make moves",
    "bot": "act as a bot",
    "read": "read everything the account can see",
    "organise": "manage tournaments in which the account has a role",
    "ladder": "manage ladders",
    "admin": "manage other people's matches",
    "account": "revoke the account's other tokens, and turn it into a bot account",
    "notify": "manage the account's notifications, webhooks and push subscriptions",
}
"""Every scope, and what it is for. It lets a token do what the account may do, and no more."""

STAFF_SCOPES: frozenset[str] = frozenset({"ladder", "admin"})
"""Scopes that only staff may hold. Whoever has been given a role in a tournament may organise."""

PROGRAM_SCOPES: tuple[Scope, ...] = ("play", "read", "organise", "notify")
"""What a program of somebody else may be allowed. None of the staff's, none that makes or ends
tokens, and none that makes the account a program's."""

PLAY = ("play", "bot")
"""Of these one is needed for what a player does at tables."""

DEFAULT_SCOPES: tuple[Scope, ...] = ("play", "read")
"""What a token gets that asks for nothing."""
