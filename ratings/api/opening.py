"""New matches and their seats, for which a ladder may have a say."""

from collections.abc import Mapping
from typing import Any

import msgspec
from rest_framework.request import Request as HttpRequest
from rest_framework.response import Response

from api import validation
from api.access import viewer
from api.openapi import documented
from api.problems import Problem
from games.messages import Message
from matches import refusals, selectors
from matches.answers import MatchShown
from matches.api import table_views
from matches.api.commands import MatchEndpoint
from matches.api.request_context import REFUSALS, TAGS, command, command_response
from matches.api.requests import TakeSeat
from matches.command_handler import CommandResult
from matches.services.opening import Request, asked_rules, beacon_fault
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
        """Open a match without players. To take a seat or to add bots, use `POST …/seats`."""
        asked = validation.parse_body(request, NewMatch)
        if asked.beacon and (fault := beacon_fault()) is not None:
            raise refusals.invalid_options([("beacon", fault)])
        wanted = Request(
            game=asked.game,
            rules=asked_rules(asked.game, asked.rules),
            seats=asked.seats,
            options=asked.options,
            dataset=asked.dataset,
            clock=msgspec.to_builtins(asked.clock),
            on_timeout=asked.on_timeout,
            visibility=asked.visibility,
            start=asked.start,
            gather=asked.gather,
            beacon=asked.beacon,
            bots=asked.bots,
        )
        match_id, replayed = opening.open_match(
            request=wanted, ladder=asked.ladder, **command(request, request.data)
        )
        body = selectors.opened_page(match_id, viewer(request))
        return command_response(CommandResult(body, replayed), 201)


def seat_of(_request: HttpRequest, asked: TakeSeat) -> Mapping[str, object]:
    """Return who is to sit where; raises Problem."""
    if asked.bot is None:
        return {
            "client_seed": asked.client_seed,
            "shares": asked.shares,
            "seat": asked.seat,
        }
    if asked.client_seed is not None or asked.shares:
        raise Problem("invalid", Message("A bot adds nothing to the chance."))
    return {"bot": asked.bot, "seat": asked.seat}


def sit(*, bot: str | None = None, **command: Any) -> CommandResult:
    """Seat the asker, or a bot; raises Problem."""
    return seats.take_seat(**command) if bot is None else seats.seat_bot(bot=bot, **command)


TAKE_SEAT = MatchEndpoint(
    id="take-seat",
    path="matches/<uuid:match_id>/seats",
    service=sit,
    request=TakeSeat,
    takes=seat_of,
    status=201,
    problems=("seat_taken", "match_full", "already_sealed", "shares_needed", *REFUSALS),
    summary="Take a seat or add a bot.",
    help="Take a seat, by default the first free one; filling the last seat may start the match.",
)
