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

    @documented("Read events.", query=EventQuery, answers={200: Events}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return what happened after a version, as you may know it; with a limit in pages."""
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
        "Download the log.",
        query=ViewerQuery,
        answers={200: TextResponse(["application/x-ndjson"])},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> StreamingHttpResponse:
        """NDJSON: a header, then one event a line; after the end complete and verifiable."""
        query = validation.parse_query(request, ViewerQuery)
        lines = selectors.log(match_id, viewer(request), viewer=query.viewer)
        response = StreamingHttpResponse(logs.text(lines), content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{match_id}.ndjson"'
        return response


class ReplayView(View):
    """A moment of a match."""

    access: ClassVar = PUBLIC

    @documented(
        "Look at the table as it stood.",
        query=ReplayQuery,
        answers={200: Replay},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the view at a version, and the event that led to it."""
        query = validation.parse_query(request, ReplayQuery)
        return Response(
            selectors.replay(match_id, viewer(request), at=query.at, viewer=query.viewer)
        )


class ProofView(View):
    """The fairness of a match."""

    access: ClassVar = PUBLIC

    @documented("Check the draws.", answers={200: Proof}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the commitment, and after the end the seed and every draw."""
        return Response(selectors.proof(match_id, viewer(request)))


class Receipt(View):
    """What a player keeps of a match that is being played."""

    access: ClassVar = PUBLIC

    @documented(
        "Take a receipt.", answers={200: ReceiptShown}, problems=("seat_not_yours",), tags=TAGS
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return that the public log holds the match up to a version, for who has a seat there.

        Keep it: after the end it shows whether the history is still what it was.
        """
        return Response(receipts.newest(match_id, viewer(request)))


class HeadView(View):
    """What a log is compared with."""

    access: ClassVar = PUBLIC

    @documented("Compare a log.", answers={200: HeadShown}, problems=("match_not_over",), tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return where the history of a match that is over ends, with the last hash."""
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
        """Send server-sent events, or NDJSON if you accept `application/x-ndjson`.

        A `snapshot` first, then every event as it happens, then `end`. With `since` or
        `Last-Event-ID` there is no snapshot and the stream goes on after that version. Where the
        match does not have what you have, `reset` says so, and a `snapshot` follows. `remarks` says
        that somebody has spoken: read `GET /matches/{match_id}/remarks`.
        """
        raise Problem(
            "unavailable", Message("This server has no streams; start it with cutpurse.asgi.")
        )
