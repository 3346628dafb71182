"""What the views of ladders have in common: who asks, for which ladder, and how."""

from collections.abc import Mapping
from uuid import UUID

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.models import Account
from api import addresses, dry_runs, idempotency, scopes
from api.access import identity, needs
from api.views import TokenOptional
from eventstore.aggregate import CommandContext
from ratings import players
from ratings.players import PlayerRef
from ratings.services import commands, sightings
from ratings.services.commands import LadderCommand

RUN = needs("ladder")
PLAY = needs(*scopes.PLAY)
ADMINS: Mapping[str, type[BasePermission]] = {
    "GET": TokenOptional,
    "POST": RUN,
    "PATCH": RUN,
}
"""Everybody may read; who runs ladders commands."""
PLAYERS: Mapping[str, type[BasePermission]] = {"GET": TokenOptional, "POST": PLAY, "DELETE": PLAY}
TAGS = ("ladders",)
REFUSED = ("version_conflict", "result_locked")


def order(request: Request, reason: str, expected_version: int | None = None) -> LadderCommand:
    """Return the order of an admin's request."""
    dry_run = dry_runs.is_dry(request)
    key = idempotency.request_key(request) or idempotency.new_key()
    mark = idempotency.fingerprint(request, request.data)
    return LadderCommand(identity(request).actor, reason, key, dry_run, expected_version, mark)


def author(request: Request) -> CommandContext:
    """Return who asks, as events have it."""
    key = idempotency.request_key(request) or idempotency.new_key()
    mark = idempotency.fingerprint(request, request.data)
    return CommandContext(identity(request).actor, key, mark)


def account(request: Request) -> Account:
    """Return the account that asks."""
    return Account.objects.get(pk=identity(request).account_id)


def player(request: Request) -> PlayerRef:
    """Return the player who asks."""
    found = identity(request)
    return players.of_account(found.account_id, found.username)


def ladder(slug: str) -> UUID:
    """Return the id of a ladder, for who runs ladders; raises not_found."""
    return commands.by_slug(slug)


def seen(request: Request, ladder_id: UUID) -> None:
    """Note from where somebody plays on a ladder."""
    site = addresses.site(request)
    sightings.note(ladder_id=ladder_id, account_id=identity(request).account_id, site=site)
