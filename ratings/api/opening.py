"""New matches and their seats, for which a ladder may have a say."""

from typing import ClassVar
from uuid import UUID

import msgspec
from rest_framework.request import Request as HttpRequest
from rest_framework.response import Response

from api import validation
from api.openapi import documented
from api.problems import Problem
from api.views import View
from matches import selectors
from matches.answers import MatchShown, Moved
from matches.api import table_views
from matches.api.request_context import PLAYERS, REFUSALS, TAGS, command, command_response, viewer
from matches.api.requests import TakeSeat
from matches.command_handler import CommandResult
from matches.services.opening import Request
from ratings.api.requests import NewMatch
from ratings.services import opening, seats


class Matches(table_views.Matches):
    """The matches that there are, and new ones."""

    schemas_of = "matches"

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
    def post(self, request: HttpRequest) -> Response:
        """Whoever opens a match sits down, or puts bots down, with `POST …/seats`."""
        asked = validation.parse_body(request, NewMatch)
        wanted = Request(
            game=asked.game,
            seats=asked.seats,
            options=asked.options,
            dataset=asked.dataset,
            clock=msgspec.to_builtins(asked.clock),
            on_timeout=asked.on_timeout,
            visibility=asked.visibility,
            start=asked.start,
            bots=asked.bots,
        )
        match_id, replayed = opening.open_match(
            request=wanted, ladder=asked.ladder, **command(request, request.data)
        )
        body = selectors.opened_page(match_id, viewer(request))
        return command_response(CommandResult(body, replayed), 201)


class Seats(View):
    """The seats of a match."""

    access: ClassVar = PLAYERS
    schemas_of = "matches"

    @documented(
        "Take a seat, or put a bot on one.",
        request=TakeSeat,
        answers={201: Moved},
        problems=("seat_taken", "match_full", *REFUSALS),
        key="accepted",
        tags=TAGS,
    )
    def post(self, request: HttpRequest, match_id: UUID) -> Response:
        """Sit on the first free seat unless you name one; the match may start with it."""
        asked = validation.parse_body(request, TakeSeat)
        about = command(request, request.data)
        if asked.bot is not None:
            if asked.client_seed is not None:
                raise Problem("invalid", "A bot's client_seed is drawn by the server.")
            answer = seats.seat_bot(match_id=match_id, bot=asked.bot, seat=asked.seat, **about)
        else:
            answer = seats.take_seat(
                match_id=match_id, client_seed=asked.client_seed, seat=asked.seat, **about
            )
        return command_response(answer, 201)
