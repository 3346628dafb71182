"""The last step of the description: servers, groups, names of sets of values, and examples."""

from typing import Any

from django.conf import settings

from api.openapi import BearerScheme
from cutpurse.openapi import enumerations, examples
from games.json_types import JsonObject

TAGS = {
    "accounts": "Accounts, guests and tokens.",
    "games": "What can be played, and against which built-in bots.",
    "matches": "One playing of a game: seats, moves, history and proof.",
    "programs": "For bots: the account's own stream, and how it does.",
    "players": "People as everybody sees them.",
    "friends": "Friends, recent players and blocks.",
    "ladders": "Ratings, seasons, searches and challenges.",
    "tournaments": "From entry to standings.",
    "series": "Tournaments that count together.",
    "notifications": "What reaches a person, how and when; webhooks and their deliveries.",
    "conduct": "Reports and decisions.",
    "manners": "The codes of problems, and what to do about each.",
}


def complete(result: JsonObject, **_about: Any) -> JsonObject:
    """Return the description with what concerns all of it (drf-spectacular's hook)."""
    result["servers"] = [{"url": settings.SITE_URL or "/", "description": "This site."}]
    result["security"] = [{BearerScheme.name: []}, {}]
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    enumerations.name_all(result)
    examples.add_all(result)
    return result
