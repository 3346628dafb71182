"""The last step of the description: servers, groups, names of sets of values, and examples."""

from typing import Any

from django.conf import settings

from api.openapi import BearerScheme
from api.scopes import PROGRAM_SCOPES, SCOPES
from cutpurse.openapi import enumerations, examples
from games.json_types import JsonObject

TAGS = {
    "accounts": "Accounts, guests and tokens.",
    "games": "What can be played, and against which built-in bots.",
    "matches": "One playing of a game: seats, moves, history and proof.",
    "deals": "The same cards for everyone: deals that many play, and the deal of the day.",
    "studies": "Finished matches, played on by hand, with comments.",
    "puzzles": "Decisions of finished matches with one move that is clearly best.",
    "programs": "For bots: the account's own stream, and how it does.",
    "players": "People as everybody sees them.",
    "friends": "Friends, recent players, blocks and mutes.",
    "ladders": "Ratings, seasons, searches and challenges.",
    "tournaments": "From entry to standings.",
    "series": "Tournaments that count together.",
    "notifications": "What reaches a person, how and when; webhooks and their deliveries.",
    "conduct": "Reports and decisions.",
    "manners": "The codes of problems, and what to do about each.",
}


def oauth2() -> JsonObject:
    """Return how programs of other people get a token, which is then sent as any other."""
    base = settings.SITE_URL
    return {
        "type": "oauth2",
        "description": "For programs that people allow to act for them; PKCE (S256) is required. "
        "The access token is sent as a bearer token.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": f"{base}/oauth/authorize",
                "tokenUrl": f"{base}/oauth/token",
                "refreshUrl": f"{base}/oauth/token",
                "scopes": {scope: SCOPES[scope] for scope in PROGRAM_SCOPES},
            }
        },
    }


def complete(result: JsonObject, **_about: Any) -> JsonObject:
    """Return the description with what concerns all of it (drf-spectacular's hook)."""
    result["servers"] = [{"url": settings.SITE_URL or "/", "description": "This site."}]
    result["security"] = [{BearerScheme.name: []}, {}]
    result["components"]["securitySchemes"]["oauth2"] = oauth2()
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    enumerations.name_all(result)
    examples.add_all(result)
    return result
