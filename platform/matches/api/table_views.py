"""The views of tables, thin: what is played, who sits where, and the start."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.openapi import documented
from api.pagination import Page, page
from api.views import View
from matches import selectors
from matches.answers import MatchListed, MatchShown, Moved
from matches.api.request_context import (
    PLAYERS,
    PUBLIC,
    REFUSALS,
    TAGS,
    command,
    command_response,
    require_empty_body,
    viewer,
)
from matches.api.requests import Ask, MatchQuery
from matches.services import seating


class Matches(View):
    """The matches that there are."""

    access: ClassVar = PLAYERS

    @documented("List matches.", query=MatchQuery, answers={200: Page[MatchListed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Newest first: public ones, and those that you opened or play in."""
        query = validation.parse_query(request, MatchQuery)
        rows = selectors.listed(
            viewer(request), game=query.game, status=query.status, player=query.player
        )
        return Response(page(request, query, rows, selectors.list_row))


class MatchDetail(View):
    """One match."""

    access: ClassVar = PUBLIC

    @documented("Look at a match.", answers={200: MatchShown}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return all that you may know of it, and your legal moves when it is your turn."""
        return Response(selectors.match_page(match_id, viewer(request)))


class MySeat(View):
    """Your own seat."""

    access: ClassVar = PLAYERS

    @documented("Get up before the start.", answers={200: Moved}, problems=REFUSALS, tags=TAGS)
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Give your seat back."""
        return command_response(seating.give_seat_back(match_id=match_id, **command(request, None)))


class Start(View):
    """The start of a match."""

    access: ClassVar = PLAYERS

    @documented(
        "Start a match whose seats are taken.",
        request=Ask,
        answers={200: Moved},
        problems=("match_not_started", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """For the opener of a match with `start: manual`."""
        require_empty_body(request)
        return command_response(seating.start(match_id=match_id, **command(request, None)))
