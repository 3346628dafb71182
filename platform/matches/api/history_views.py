"""The views of what has happened, thin: events, log, replay, proof and the live stream."""

from typing import ClassVar, cast
from urllib.parse import urlencode
from uuid import UUID

from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import viewer
from api.openapi import TextResponse, documented
from api.problems import Problem
from api.views import View
from games.messages import Message
from matches import logs, receipts, selectors
from matches.answers import EventShown
from matches.api.request_context import PUBLIC, TAGS
from matches.api.requests import EventQuery, ReplayQuery, SinceQuery, ViewerQuery
from matches.history_answers import Events, HeadShown, Proof, ReceiptShown, Replay


class EventList(View):
    """The history of a match."""

    access: ClassVar = PUBLIC

    @documented("List events.", query=EventQuery, answers={200: Events}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the events after a version, as you may see them; with `limit`, in pages."""
        query = validation.parse_query(request, EventQuery)
        found = selectors.history(match_id, viewer(request), since=query.since, limit=query.limit)
        last, version = query.since + (query.limit or len(found.events)), found.point.version
        following = urlencode({"since": last, "limit": query.limit})
        at = f"{request.build_absolute_uri(request.path)}?{following}" if last < version else None
        # `redaction` makes the events' lines as they stand in the log as well.
        lines = cast("list[EventShown]", found.events)
        return Response(Events(results=lines, next=at, version=version))


class Log(View):
    """The history as a file."""

    access: ClassVar = PUBLIC

    @documented(
        "Download the log of a match.",
        query=ViewerQuery,
        answers={200: TextResponse(["application/x-ndjson"])},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> StreamingHttpResponse:
        """Return NDJSON: a header, then one event per line; complete once the match is over.

        The log of a match that is over can be verified offline with `cutpurse-verify`.
        """
        query = validation.parse_query(request, ViewerQuery)
        lines = selectors.log(match_id, viewer(request), viewer=query.viewer)
        response = StreamingHttpResponse(logs.text(lines), content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{match_id}.ndjson"'
        return response


class ReplayView(View):
    """A moment of a match."""

    access: ClassVar = PUBLIC

    @documented(
        "Get an earlier position.",
        query=ReplayQuery,
        answers={200: Replay},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the view at a version and the event that led to it."""
        query = validation.parse_query(request, ReplayQuery)
        return Response(
            selectors.replay(match_id, viewer(request), at=query.at, viewer=query.viewer)
        )


class ProofView(View):
    """The fairness of a match."""

    access: ClassVar = PUBLIC

    @documented("Get the proof of the draws.", answers={200: Proof}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the commitment and, after the end, the server seed and every draw."""
        return Response(selectors.proof(match_id, viewer(request)))


class Receipt(View):
    """What a player keeps of a match that is being played."""

    access: ClassVar = PUBLIC

    @documented(
        "Get a receipt.", answers={200: ReceiptShown}, problems=("seat_not_yours",), tags=TAGS
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the proof that the public log holds the match up to a version; for players.

        Keep it: after the end it shows whether the history has been changed.
        """
        return Response(receipts.newest(match_id, viewer(request)))


class HeadView(View):
    """What a log is compared with."""

    access: ClassVar = PUBLIC

    @documented(
        "Get the end of a log.", answers={200: HeadShown}, problems=("match_not_over",), tags=TAGS
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the final version and hash of a match that is over, to check a log."""
        return Response(selectors.head(match_id, viewer(request)))


class Stream(View):
    """The live stream of a match, described here and served by `cutpurse.asgi`."""

    access: ClassVar = PUBLIC
    buckets: ClassVar = {"GET": "stream"}

    @documented(
        "Follow a match live.",
        query=SinceQuery,
        answers={200: TextResponse(["text/event-stream", "application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> Response:  # noqa: ARG002 - Its form.
        """Stream server-sent events, or NDJSON if you accept `application/x-ndjson`.

        The stream sends a `snapshot`, every event as it happens, and `end`. With `since` or
        `Last-Event-ID` it sends no snapshot and continues after that version. If the match does not
        have that version, it sends `reset` and then a `snapshot`. A `remarks` message says that
        there is a new remark: read `GET /matches/{match_id}/remarks`.
        """
        raise Problem(
            "unavailable", Message("This server has no streams; start it with cutpurse.asgi.")
        )
