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
        summary="Ask somebody to be a friend.",
        help=(
            "Ask, or accept if they have asked you.\n\n"
            "Nobody can be asked twice: a request that was declined looks like one that waits."
        ),
    ),
    RelationEndpoint(
        id="remove-friend",
        path="me/friends/<uuid:account>",
        method="delete",
        service=friendships.remove,
        problems=("not_found",),
        summary="End a friendship.",
        help="Or take your request back.",
    ),
    RelationEndpoint(
        id="accept-friend",
        path="me/friends/<uuid:account>/accept",
        service=friendships.accept,
        problems=("not_found", "permission_denied"),
        summary="Accept a friend.",
        help="Say yes to somebody who has asked you.",
    ),
    RelationEndpoint(
        id="decline-friend",
        path="me/friends/<uuid:account>/decline",
        service=friendships.decline,
        problems=("not_found",),
        summary="Decline a friend.",
        help="Say no. Who has asked is not told, and cannot ask again.",
    ),
    RelationEndpoint(
        id="block",
        path="me/blocks/<uuid:account>",
        service=blocks.block,
        problems=("not_found", "permission_denied"),
        summary="Block somebody.",
        help=(
            "Meet them no more at tables that have not begun, and hear nothing of them.\n\n"
            "A friendship ends. They are not told."
        ),
    ),
    RelationEndpoint(
        id="unblock",
        path="me/blocks/<uuid:account>",
        method="delete",
        service=blocks.unblock,
        problems=("not_found",),
        summary="Take a block back.",
        help="Meet them again. A friendship that ended does not come back.",
    ),
    RelationEndpoint(
        id="mute",
        path="me/mutes/<uuid:account>",
        service=mutes.mute,
        problems=("not_found", "permission_denied"),
        summary="Mute somebody.",
        help=(
            "Read nothing more of what they say, at tables and in rooms.\n\n"
            "You meet them as before. They are not told."
        ),
    ),
    RelationEndpoint(
        id="unmute",
        path="me/mutes/<uuid:account>",
        method="delete",
        service=mutes.unmute,
        problems=("not_found",),
        summary="Unmute somebody.",
        help="Read again what they say, and what they have said meanwhile.",
    ),
)
COMMANDS: Mapping[str, RelationEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""By id."""
