"""The views of play, thin: moves, and what else players do at a running table."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.openapi import documented
from api.views import View
from matches.answers import Moved, PauseVotes, Votes
from matches.api import moves
from matches.api.request_context import (
    ORGANISED,
    PLAYERS,
    REFUSALS,
    TAGS,
    command,
    command_response,
    organises,
    require_empty_body,
)
from matches.api.requests import Ask, Move, PauseMatch
from matches.services import leaving, pausing


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
            "match_paused",
            *REFUSALS,
        ),
        key="required",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:  # noqa: ARG002 - Its form.
        """Send one of your legal moves and the version that you decided at."""
        raise AssertionError  # `dispatch` answers it.

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Answer a POST without the framework; leave the refusal of other methods to it."""
        if request.method != "POST":
            return super().dispatch(request, *args, **kwargs)
        headers = {name.lower(): value for name, value in request.headers.items()}
        query = request.META.get("QUERY_STRING", "")
        reply = moves.refused_for_parameters(headers, query) if query else None
        reply = reply or moves.answer(kwargs["match_id"], headers, request.body)
        all_headers = {**moves.FIXED_HEADERS, **reply.headers}
        return HttpResponse(reply.body, status=reply.status, headers=all_headers)


class Resign(View):
    """Giving up."""

    access: ClassVar = PLAYERS

    @documented(
        "Give the match up.",
        request=Ask,
        answers={200: Moved},
        problems=("match_not_started", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Be placed last; a bot plays on for you while two people or more remain."""
        require_empty_body(request)
        return command_response(leaving.resign(match_id=match_id, **command(request, None)))


class Return(View):
    """Coming back."""

    access: ClassVar = PLAYERS

    @documented(
        "Take your seat back.",
        request=Ask,
        answers={200: Moved},
        problems=("match_not_started", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Take your seat back from the bot that replaced you (`on_timeout: bot`)."""
        require_empty_body(request)
        return command_response(leaving.come_back(match_id=match_id, **command(request, None)))


class AbortVote(View):
    """Calling a match off."""

    access: ClassVar = PLAYERS

    @documented(
        "Call a match off.",
        request=Ask,
        answers={200: Votes},
        problems=("match_not_started", "already_voted", "not_by_vote", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Before the start the opener alone decides, afterwards all people at the table.

        In a tournament's match the organiser does; a rated one takes two people or more.
        """
        require_empty_body(request)
        return command_response(leaving.abort_vote(match_id=match_id, **command(request, None)))


class PauseView(View):
    """A stop of all clocks."""

    access: ClassVar = ORGANISED
    change: ClassVar = staticmethod(pausing.pause)

    @documented(
        "Pause a match.",
        request=PauseMatch,
        answers={200: PauseVotes},
        problems=("match_not_started", "match_paused", "already_voted", "not_by_vote", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """All players vote, but for tournaments; an organiser who does not play orders it."""
        return self.answer(request, match_id)

    def answer(self, request: Request, match_id: UUID) -> Response:
        """Vote for the change, or order it."""
        asked = validation.parse_body(request, PauseMatch)
        answer = self.change(
            match_id=match_id,
            is_organiser=organises(request),
            reason=asked.reason or "",
            **command(request, request.data),
        )
        return command_response(answer)


class ResumeView(PauseView):
    """The end of a pause."""

    change: ClassVar = staticmethod(pausing.resume)

    @documented(
        "Go on after a pause.",
        request=PauseMatch,
        answers={200: PauseVotes},
        problems=("match_not_started", "match_not_paused", "already_voted", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """All players vote; what an organiser has paused, organisers end."""
        return self.answer(request, match_id)
