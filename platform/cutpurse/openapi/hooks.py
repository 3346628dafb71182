"""The last step of the description: servers, groups, names of sets of values, and examples."""

from django.conf import settings

from api.openapi import BearerScheme
from api.scopes import PROGRAM_SCOPES, SCOPES
from cutpurse.openapi import enumerations, examples
from games.json_types import JsonObject

TAGS = {
    "accounts": "Accounts, guests and tokens.",
    "games": "The available games and built-in bots.",
    "matches": "Matches: seats, moves, history and proof of fair deals.",
    "deals": "Deals that many people play with the same cards, and the deal of the day.",
    "studies": "Analysis boards for finished matches and custom positions, with comments.",
    "puzzles": "Decisions of finished matches with one move that is clearly best.",
    "programs": "For bots: the account stream and diagnostics.",
    "players": "Public player profiles.",
    "friends": "Friends, recent players, blocks and mutes.",
    "ladders": "Ratings, seasons, searches and challenges.",
    "tournaments": "Tournaments, from entry to final standings.",
    "series": "Series of tournaments with combined standings.",
    "notifications": "Notification settings, push subscriptions, webhooks and their deliveries.",
    "conduct": "Reports of misconduct and moderation decisions.",
    "manners": "Problem codes and what to do about each of them.",
}


def oauth2() -> JsonObject:
    """Return how programs of other people get a token, which is then sent as any other."""
    base = settings.SITE_URL
    return {
        "type": "oauth2",
        "description": "For third-party programs that users authorise to act for them; PKCE (S256) "
        "is required. Send the access token as a bearer token.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": f"{base}/oauth/authorize",
                "tokenUrl": f"{base}/oauth/token",
                "refreshUrl": f"{base}/oauth/token",
                "scopes": {scope: SCOPES[scope] for scope in PROGRAM_SCOPES},
            }
        },
    }


def complete(result: JsonObject, **_about: object) -> JsonObject:
    """Return the description with what concerns all of it (drf-spectacular's hook)."""
    result["servers"] = [{"url": settings.SITE_URL or "/", "description": "This site."}]
    result["security"] = [{BearerScheme.name: []}, {}]
    result["components"]["securitySchemes"]["oauth2"] = oauth2()
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    enumerations.name_all(result)
    examples.add_all(result)
    return result
