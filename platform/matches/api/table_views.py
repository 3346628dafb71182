"""The views of tables, thin: what is played, who sits where, and the start."""

from typing import ClassVar
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.openapi import documented
from api.pagination import Page, page
from api.problems import Problem
from api.views import View
from matches import selectors
from matches.api.answers import MatchListed, MatchShown, Moved
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
from matches.api.requests import Ask, MatchQuery, NewMatch, TakeSeat
from matches.command_handler import CommandResult
from matches.services import opening, seating


class Matches(View):
    """The matches that there are, and new ones."""

    access: ClassVar = PLAYERS

    @documented("List matches.", query=MatchQuery, answers={200: Page[MatchListed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Newest first: public ones, and those that you opened or play in."""
        query = validation.parse_query(request, MatchQuery)
        rows = selectors.listed(
            viewer(request), game=query.game, status=query.status, player=query.player
        )
        return Response(page(request, query, rows, selectors.list_row))

    @documented(
        "Open a match.",
        request=NewMatch,
        answers={201: MatchShown},
        problems=(
            "invalid_options",
            "not_found",
            "entry_closed",
            "entry_not_eligible",
            "bots_not_allowed",
            "too_many_open_matches",
        ),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        """Whoever opens a match sits down, or puts bots down, with `POST …/seats`."""
        asked = validation.parse_body(request, NewMatch)
        wanted = opening.Request(
            game=asked.game,
            seats=asked.seats,
            options=asked.options,
            dataset=asked.dataset,
            clock=msgspec.to_builtins(asked.clock),
            on_timeout=asked.on_timeout,
            visibility=asked.visibility,
            start=asked.start,
            bots=asked.bots,
            ladder=asked.ladder,
        )
        match_id, replayed = opening.open_match(request=wanted, **command(request, request.data))
        body = selectors.opened_page(match_id, viewer(request))
        return command_response(CommandResult(body, replayed), 201)


class MatchDetail(View):
    """One match."""

    access: ClassVar = PUBLIC

    @documented("Look at a match.", answers={200: MatchShown}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return all that you may know of it, and your legal moves when it is your turn."""
        return Response(selectors.match_page(match_id, viewer(request)))


class Seats(View):
    """The seats of a match."""

    access: ClassVar = PLAYERS

    @documented(
        "Take a seat, or put a bot on one.",
        request=TakeSeat,
        answers={201: Moved},
        problems=("seat_taken", "match_full", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Sit on the first free seat unless you name one; the match may start with it."""
        asked = validation.parse_body(request, TakeSeat)
        about = command(request, request.data)
        if asked.bot is not None:
            if asked.client_seed is not None:
                raise Problem("invalid", "A bot's client_seed is drawn by the server.")
            answer = seating.seat_bot(match_id=match_id, bot=asked.bot, seat=asked.seat, **about)
        else:
            answer = seating.take_seat(
                match_id=match_id, client_seed=asked.client_seed, seat=asked.seat, **about
            )
        return command_response(answer, 201)


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
