"""The views of friends, recent players, blocks and mutes; what changes them is in `accounts`."""

from typing import ClassVar

from django.utils import timezone
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocks, friendships, mutes, selectors, services
from accounts.answers import RelationShown
from accounts.models import Account, Block
from accounts.relation_commands import shown
from accounts.requests import AccountVisibility
from api import idempotency, validation
from api.access import identity, needs
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.problems import Problem
from api.views import View
from eventstore.canonical import format_timestamp
from games.messages import Message
from matches import friends, rolls
from matches.friend_answers import (
    Friends,
    FriendShown,
    PlayerFound,
    RecentPlayers,
    RecentPlayerShown,
)

TAGS = ("friends",)


class MyFriends(View):
    """The asker's friends."""

    @documented("List your friends.", answers={200: Friends}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return your friends, those on the site first, and pending requests."""
        me = identity(request).account_id
        return Response(
            Friends(
                friends=[_friend(each) for each in friends.friends(me)],
                requests=_relations(request, friendships.requests(me)),
                asked=_relations(request, friendships.asked(me)),
            )
        )


class MyRecentPlayers(View):
    """With whom the asker has played."""

    @documented("List recent players.", answers={200: RecentPlayers}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return the people from your latest matches, latest first."""
        met = friends.recent_players(identity(request).account_id)
        relations = _relations(request, [each.account for each in met])
        pairs = zip(met, relations, strict=True)
        return Response(
            RecentPlayers([RecentPlayerShown(player, str(each.match)) for each, player in pairs])
        )


class MyBlocks(View):
    """Whom the asker has blocked."""

    @documented("List your blocks.", query=PageQuery, answers={200: Page[RelationShown]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return the accounts that you have blocked, latest first."""
        me = identity(request).account_id
        query = validation.parse_query(request, PageQuery)
        rows = blocks.made_by(me)
        muted = set(mutes.made_by(me).values_list("muted", flat=True))

        def relation(row: Block) -> RelationShown:
            is_muted = row.blocked_id in muted
            return shown(friendships.Relation(row.blocked, "none", blocked=True, muted=is_muted))

        return Response(page(request, query, rows, relation))


class MyMutes(View):
    """Whose words the asker does not want to read."""

    @documented("List your mutes.", query=PageQuery, answers={200: Page[RelationShown]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return the accounts that you have muted, latest first."""
        me = identity(request).account_id
        query = validation.parse_query(request, PageQuery)
        rows = mutes.made_by(me)
        known = friendships.relations(me, [row.muted for row in rows])
        found = {each.other.pk: shown(each) for each in known}
        return Response(page(request, query, rows, lambda row: found[row.muted_id]))


class MyVisibility(View):
    """What friends see of the asker."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Show or hide your presence.",
        request=AccountVisibility,
        answers={200: AccountVisibility},
        key="accepted",
        tags=TAGS,
    )
    @idempotency.idempotent
    def post(self, request: Request) -> Response:
        """Choose whether friends can see when you are here and which match you are playing."""
        wanted = validation.parse_body(request, AccountVisibility)
        me = identity(request).account_id
        services.set_visibility(account_id=me, shows_presence=wanted.to_friends)
        return Response(wanted)


class PlayerDetail(View):
    """Another account."""

    @documented("Find a player.", answers={200: PlayerFound}, problems=("not_found",), tags=TAGS)
    def get(self, request: Request, username: str) -> Response:
        """Return the account with a name and its relation to you; other endpoints take its id."""
        found = selectors.player(username)
        if found is None:
            raise Problem("not_found", Message("There is no such player."))
        relation = shown(friendships.relation(identity(request).account_id, found))
        until = rolls.kept_off_until(found.pk, timezone.now())
        return Response(
            PlayerFound(
                **structs.asdict(relation),
                adds_no_chance_until=None if until is None else format_timestamp(until),
            )
        )


def _friend(friend: friends.Friend) -> FriendShown:
    return FriendShown(
        id=str(friend.account.pk),
        username=friend.account.username,
        here=friend.is_here,
        match=None if friend.match is None else str(friend.match),
    )


def _relations(request: Request, accounts: list[Account]) -> list[RelationShown]:
    found = friendships.relations(identity(request).account_id, accounts)
    return [shown(each) for each in found]
