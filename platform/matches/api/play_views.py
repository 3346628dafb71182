"""The view of moves, thin: all that it does is elsewhere, without a framework."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from rest_framework.request import Request

from api.openapi import documented
from api.views import View
from matches.answers import Moved
from matches.api import moves
from matches.api.request_context import PLAYERS, REFUSALS, TAGS
from matches.api.requests import Move


class Moves(View):
    """The moves of a match."""

    access: ClassVar = PLAYERS
    buckets: ClassVar = {"POST": ""}

    @documented(
        "Make a move.",
        request=Move,
        answers={201: Moved},
        problems=(
            "illegal_move",
            "not_your_turn",
            "match_not_started",
            "clock_expired",
            "deal_closed",
            "match_paused",
            *REFUSALS,
        ),
        key="required",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:  # noqa: ARG002 - Its form.
        """Make one of your legal moves, with the version at which you decided."""
        raise AssertionError  # `dispatch` answers it.

    def dispatch(
        self, request: HttpRequest, *args: object, match_id: UUID, **kwargs: object
    ) -> HttpResponseBase:
        """Answer a POST without the framework; leave the refusal of other methods to it."""
        if request.method != "POST":
            return super().dispatch(request, *args, match_id=match_id, **kwargs)
        headers = {name.lower(): value for name, value in request.headers.items()}
        query = request.META.get("QUERY_STRING", "")
        reply = moves.refused_for_parameters(headers, query) if query else None
        reply = reply or moves.answer(match_id, headers, request.body)
        all_headers = {**moves.FIXED_HEADERS, **reply.headers}
        return HttpResponse(reply.body, status=reply.status, headers=all_headers)
