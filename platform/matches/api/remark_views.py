"""The views of what people say at a match, thin."""

from typing import ClassVar, cast
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency, validation
from api.access import identity, needs, viewer
from api.openapi import documented
from api.views import TokenOptional, View
from eventstore.canonical import format_timestamp
from matches import remarks
from matches.answers import Remarks, RemarkShown
from matches.api.request_context import TAGS
from matches.api.requests import NewRemark
from matches.models import Remark
from matches.phrases import Phrase, Room
from matches.services import talking
from matches.services.talking import Saying


class RemarkList(View):
    """What people say at a match."""

    access: ClassVar = {"GET": TokenOptional, "POST": needs("play")}
    buckets: ClassVar = {"POST": "remark"}

    @documented("List remarks.", answers={200: Remarks}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the latest remarks that you may read, newest first.

        While a match is in progress, players and people without an account do not see the remarks
        of spectators.
        """
        account = viewer(request)
        found = remarks.latest(remarks.match_row(match_id, account), account)
        return Response(Remarks([shown(each) for each in found]))

    @documented(
        "Post a remark.",
        request=NewRemark,
        answers={201: RemarkShown},
        problems=("match_not_started", "match_over", "permission_denied"),
        key="accepted",
        tags=TAGS,
    )
    @idempotency.idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """Post a remark in a match that is in progress or ended less than 15 minutes ago.

        A remark is a phrase, or free text where the site allows it. Remarks of players are shown to
        everyone, those of spectators to other spectators. Bot accounts cannot post.
        """
        account = identity(request).account_id
        said = talking.say(match_id=match_id, account_id=account, saying=saying(request))
        return Response(shown(said), status=201)


class RemarkDetail(View):
    """One remark."""

    access: ClassVar = {"DELETE": needs("play")}

    @documented(
        "Delete a remark.",
        answers={204: None},
        problems=("not_found",),
        tags=TAGS,
    )
    def delete(self, request: Request, match_id: UUID, remark_id: int) -> Response:
        """Delete your remark; if it was reported, a copy is kept with the case."""
        me = identity(request).account_id
        talking.remove(match_id=match_id, remark_id=remark_id, account_id=me)
        return Response(status=204)


def saying(request: Request) -> Saying:
    """Return what a body wants to say; raises `invalid`."""
    asked = validation.parse_body(request, NewRemark)
    return Saying(asked.phrase, asked.words)


def shown(remark: Remark) -> RemarkShown:
    """Return how the API shows a remark."""
    return RemarkShown(
        id=remark.pk,
        room=cast("Room", remark.room),
        seat=remark.seat,
        player=remark.account.username,
        phrase=cast("Phrase", remark.phrase) if remark.phrase else None,
        words=remark.words,
        at=format_timestamp(remark.said_at),
    )
