"""What an account asks about another, declared once: to be friends, or to be left alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar
from uuid import UUID

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocks, friendships, mutes, selectors
from accounts.answers import RelationShown
from accounts.friendships import Relation
from accounts.requests import AskNothing
from api import limits
from api.access import identity, needs
from api.command_endpoints import CommandEndpoint

BUCKET = "friend"
"""Asking somebody to be a friend, from a page as well."""


@dataclass(frozen=True, kw_only=True)
class RelationEndpoint(CommandEndpoint[AskNothing]):
    """A command about another account, whose id the address names."""

    tags: ClassVar = ("friends",)
    query: ClassVar = None

    request: type[AskNothing] = AskNothing
    service: Callable[..., object]
    answer: type[RelationShown] = RelationShown
    bucket: str = ""
    """Another limit that it takes a permit of."""

    @property
    def access(self) -> type[BasePermission]:
        """Whoever may play in the account's name."""
        return needs("play")

    def respond(
        self,
        request: Request,
        asked: AskNothing,  # noqa: ARG002 - The address says all.
        **address: UUID,
    ) -> Response:
        """Carry it out, and answer what the other account is now."""
        me = identity(request).account_id
        if self.bucket:
            limits.spend(self.bucket, f"account:{me}")
        self.service(account_id=me, other_id=address["account"])
        other = selectors.account(account_id=address["account"])
        return Response(shown(friendships.relation(me, other)))


def shown(relation: Relation) -> RelationShown:
    """Return how the API shows what another account is to the asker."""
    return RelationShown(
        id=str(relation.other.pk),
        username=relation.other.username,
        is_bot=relation.other.is_bot,
        is_guest=relation.other.is_guest,
        friendship=relation.standing,
        blocked=relation.blocked,
        muted=relation.muted,
    )


_COMMANDS = (
    RelationEndpoint(
        id="ask-friend",
        path="me/friends/<uuid:account>",
        service=friendships.ask,
        bucket=BUCKET,
        problems=("not_found", "guests_not_allowed", "permission_denied"),
        summary="Send a friend request.",
        help=(
            "Send a friend request, or accept theirs if they have sent you one.\n\n"
            "You can send only one request to each account: a declined request looks like a "
            "pending one."
        ),
    ),
    RelationEndpoint(
        id="remove-friend",
        path="me/friends/<uuid:account>",
        method="delete",
        service=friendships.remove,
        problems=("not_found",),
        summary="Remove a friend.",
        help="Remove a friend, or withdraw your friend request.",
    ),
    RelationEndpoint(
        id="accept-friend",
        path="me/friends/<uuid:account>/accept",
        service=friendships.accept,
        problems=("not_found", "permission_denied"),
        summary="Accept a friend request.",
        help="Accept the friend request of the account.",
    ),
    RelationEndpoint(
        id="decline-friend",
        path="me/friends/<uuid:account>/decline",
        service=friendships.decline,
        problems=("not_found",),
        summary="Decline a friend request.",
        help="Decline the request; the sender is not notified and cannot send another.",
    ),
    RelationEndpoint(
        id="block",
        path="me/blocks/<uuid:account>",
        service=blocks.block,
        problems=("not_found", "permission_denied"),
        summary="Block an account.",
        help=(
            "Keep the account and you out of each other's new matches, and hide its remarks.\n\n"
            "A friendship ends. Matches in progress and pairings of tournaments are not affected. "
            "The other person is not notified."
        ),
    ),
    RelationEndpoint(
        id="unblock",
        path="me/blocks/<uuid:account>",
        method="delete",
        service=blocks.unblock,
        problems=("not_found",),
        summary="Unblock an account.",
        help="Remove the block. A friendship that ended is not restored.",
    ),
    RelationEndpoint(
        id="mute",
        path="me/mutes/<uuid:account>",
        service=mutes.mute,
        problems=("not_found", "permission_denied"),
        summary="Mute an account.",
        help=(
            "Hide the account's remarks in matches and rooms.\n\n"
            "You can still play each other. The other person is not notified."
        ),
    ),
    RelationEndpoint(
        id="unmute",
        path="me/mutes/<uuid:account>",
        method="delete",
        service=mutes.unmute,
        problems=("not_found",),
        summary="Unmute an account.",
        help="Show the account's remarks again, including those posted in the meantime.",
    ),
)
COMMANDS: Mapping[str, RelationEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""By id."""
