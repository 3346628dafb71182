"""The API of a tournament's room, thin."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency
from api.access import identity, needs, viewer
from api.openapi import documented
from api.views import TokenOptional, View
from matches.answers import Remarks, RemarkShown
from matches.api.remark_views import saying, shown
from matches.api.requests import NewRemark
from tournaments import room
from tournaments.api.endpoints import TAGS
from tournaments.services import room_talk


class RoomRemarks(View):
    """What people say in a tournament's room."""

    access: ClassVar = {"GET": TokenOptional, "POST": needs("play")}
    buckets: ClassVar = {"POST": "remark"}

    @documented("List remarks in the room.", answers={200: Remarks}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the latest remarks that you may read, newest first.

        Until the tournament is over, players and people without an account do not see the remarks
        of spectators.
        """
        account = viewer(request)
        row, state = room.find(slug, account)
        return Response(Remarks([shown(each) for each in room.latest(row, state, account)]))

    @documented(
        "Post a remark in the room.",
        request=NewRemark,
        answers={201: RemarkShown},
        problems=("permission_denied",),
        key="accepted",
        tags=TAGS,
    )
    @idempotency.idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Post a remark, from the tournament's announcement until a day after its end.

        Remarks of players and staff are shown to everyone, those of others to other spectators. Bot
        accounts cannot post.
        """
        me = identity(request).account_id
        said = room_talk.say(slug=slug, account_id=me, saying=saying(request))
        return Response(shown(said), status=201)


class RoomRemark(View):
    """One remark of a tournament's room."""

    access: ClassVar = {"DELETE": needs("play", "organise")}

    @documented(
        "Delete a remark in the room.",
        answers={204: None},
        problems=("not_found",),
        tags=TAGS,
    )
    def delete(self, request: Request, slug: str, remark_id: int) -> Response:
        """Delete a remark; if it was reported, a copy is kept with the case.

        You can delete your own remarks and, with the scope `organise`, any remark where you are a
        judge or organiser.
        """
        caller = identity(request)
        me = caller.account_id
        may_remove = "organise" in caller.scopes and room_talk.may_remove(slug, me)
        room_talk.remove(slug=slug, remark_id=remark_id, account_id=me, may_remove=may_remove)
        return Response(status=204)
