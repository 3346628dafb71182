"""Announce deals, play them, read them."""

from typing import ClassVar
from uuid import UUID

from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import organisers
from accounts import selectors as accounts
from api import validation
from api.access import identity, needs, viewer
from api.idempotency import idempotent
from api.openapi import TextResponse, documented
from api.pagination import Page, page
from api.views import View
from deals import selectors, shown
from deals.answers import DealListed, DealShown, DealTable, OwnAttempt
from deals.api.requests import DealsQuery, NewDeal, TableQuery
from deals.services import attempts, opening
from matches import logs as match_logs
from matches.api.request_context import PUBLIC, command

TAGS = ["deals"]


class Deals(View):
    """Deals that several tables play."""

    access: ClassVar = {**PUBLIC, "POST": needs("organise")}

    @documented("List deals.", query=DealsQuery, answers={200: Page[DealListed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return deals, latest first, including those announced for later."""
        query = validation.parse_query(request, DealsQuery)
        rows = selectors.listed(game=query.game, day=query.day)
        return Response(page(request, query, rows, shown.listed))

    @documented(
        "Open a deal.",
        request=NewDeal,
        answers={201: DealShown},
        problems=("invalid_options", "permission_denied", "guests_not_allowed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Open an unrated deal that everyone may play once, in one seat against the same bots.

        Only for accounts that may organise on this site.
        """
        caller = identity(request)
        organisers.require(accounts.account(account_id=caller.account_id), as_staff=caller.is_staff)
        asked = validation.parse_body(request, NewDeal)
        plan = opening.Plan(
            game=asked.game,
            seats=asked.seats,
            closes_at=asked.closes_at,
            options=asked.options,
            rules=asked.rules,
            seat=asked.seat,
        )
        deal_id = opening.open_deal(plan=plan, **command(request, asked))
        return Response(shown.deal(deal_id, caller.account_id), status=201)


class DealDetail(View):
    """A deal."""

    access: ClassVar = PUBLIC

    @documented("Get a deal.", answers={200: DealShown}, tags=TAGS)
    def get(self, request: Request, deal: UUID) -> Response:
        """Return the announced data and your own attempt; once the deal is closed, all results."""
        return Response(shown.deal(deal, viewer(request)))


class Attempts(View):
    """Goes at a deal."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Play a deal.",
        answers={201: OwnAttempt},
        problems=(
            *("deal_already_played", "deal_closed", "deal_not_open"),
            *("guests_not_allowed", "permission_denied"),
        ),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, deal: UUID) -> Response:
        """Start your only attempt, in a match that only you may see until the deal closes.

        After `closes_at`, bots play for those who have not finished. The match is never rated.
        """
        match = attempts.begin(deal_id=deal, **command(request, None))
        return Response(OwnAttempt(str(match), "live"), status=201)


class DealLog(View):
    """The history of a deal."""

    access: ClassVar = PUBLIC

    @documented(
        "Download the log of a deal.",
        answers={200: TextResponse(["application/x-ndjson"])},
        problems=("deal_open",),
        tags=TAGS,
    )
    def get(self, request: Request, deal: UUID) -> StreamingHttpResponse:
        """Return NDJSON of a closed deal: a header, then one event per line.

        The log can be verified offline with `cutpurse-verify`.
        """
        lines = match_logs.text(selectors.log(deal, viewer(request)))
        response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{deal}.ndjson"'
        return response


class Table(View):
    """The table over the deals of the day."""

    access: ClassVar = PUBLIC

    @documented(
        "Get the leaderboard of the deals of the day.",
        query=TableQuery,
        answers={200: DealTable},
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        """Return the players with the most points in a week or month, from closed deals."""
        query = validation.parse_query(request, TableQuery)
        day = query.day or selectors.today()
        period = selectors.week(day) if query.period == "week" else selectors.month(day)
        return Response(shown.table(period, query.game))
