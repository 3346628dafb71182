"""What the views of matches have in common: who may ask, and who asks for what with which key."""

from collections.abc import Mapping

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api import addresses, idempotency, scopes
from api.access import identity, needs
from api.views import TokenOptional
from matches.actors import Player, PlayerCommand
from matches.command_handler import CommandResult
from matches.services import pausing

PLAY = needs(*scopes.PLAY)
TAGS = ("matches",)
REFUSALS = ("seat_not_yours", "match_over", "version_conflict", "permission_denied")

PUBLIC: Mapping[str, type[BasePermission]] = {"GET": TokenOptional}
"""Strangers may read too, as far as a match is public."""
PLAYERS: Mapping[str, type[BasePermission]] = {
    "GET": TokenOptional,
    "POST": PLAY,
    "PUT": PLAY,
    "DELETE": PLAY,
}
"""Everyone may read; players and programs act."""
ORGANISE = needs(*scopes.PLAY, *sorted(pausing.ORGANISERS))
"""Players and programs act, and whoever organises."""


def organises(request: Request) -> bool:
    """Return whether the request's token acts for the site's staff; else it must be a player's.

    Raises `scope_missing`.
    """
    found = identity(request)
    if found.is_staff and found.scopes & pausing.ORGANISERS:
        return True
    PLAY().has_permission(request, None)
    return False


def player(request: Request) -> Player:
    """Return the account that acts."""
    found = identity(request)
    return Player(found.account_id, found.username, found.token_digest, addresses.site(request))


def command(request: Request, content: object) -> PlayerCommand:
    """Return who acts, with which key, and the request's digest, as services take them."""
    key = idempotency.request_key(request) or idempotency.new_key()
    mark = idempotency.fingerprint(request, content)
    return {"player": player(request), "key": key, "fingerprint": mark}


def command_response(answer: CommandResult, status: int = 200) -> Response:
    """Return a command's answer, marked when it is a repeated one."""
    response = Response(answer.body, status=status)
    if answer.replayed:
        response[idempotency.REPLAYED] = "true"
    return response
