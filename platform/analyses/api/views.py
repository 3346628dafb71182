"""Read analyses."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors as accounts
from analyses import player_luck, selectors, services
from analyses.answers import Luck, LuckOfPlayer, Queued, ReviewStatus
from analyses.api.requests import NewReview, Publishing
from api import validation
from api.access import identity, needs, viewer
from api.idempotency import idempotent
from api.openapi import documented
from api.problems import Problem
from api.views import View
from games.messages import Message
from matches.api.request_context import PUBLIC

RETRY_S = "5"
"""When an analysis that waits may be done."""
RETRY_FAILED_S = "86400"
"""When one that has failed has been tried again."""


class LuckView(View):
    """The luck of a match."""

    access: ClassVar = PUBLIC

    @documented(
        "Get the luck of a match.",
        answers={200: Luck, 202: Queued},
        problems=("luck_not_offered",),
        tags=["matches"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return by how many places the draws of a finished match moved each seat.

        This is an estimate and has no influence on ratings or standings. 404 `luck_not_offered` in
        games in which luck would explain too little; 404 `not_found` while the match is in
        progress.
        """
        found = selectors.luck(match_id, viewer(request))
        if isinstance(found, Queued):
            retry = RETRY_S if found.status == "queued" else RETRY_FAILED_S
            return Response(found, status=202, headers={"Retry-After": retry})
        return Response(found)


class PlayerLuck(View):
    """The luck of a player."""

    access: ClassVar = PUBLIC

    @documented(
        "Get the luck of a player.",
        answers={200: LuckOfPlayer},
        tags=["matches"],
    )
    def get(self, request: Request, username: str) -> Response:
        """Return the mean luck per match by game, with an interval; at least 20 matches needed.

        The latest 500 analysed public matches count, and for the player themselves private ones
        too. Over many matches, the mean approaches 0 for everyone. 404 `not_found` if nobody has
        that name.
        """
        found = accounts.player(username)
        if found is None:
            raise Problem("not_found", Message("There is no such player."))
        return Response(player_luck.of_player(found.pk, viewer(request)))


class Reviews(View):
    """Reviews of a match."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Request a review.",
        request=NewReview,
        answers={202: ReviewStatus},
        problems=("match_not_over", "seat_not_yours", "guests_not_allowed"),
        key="accepted",
        tags=["matches"],
    )
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """Queue a review of your own seat in a finished match; only you can read it."""
        asked = validation.parse_body(request, NewReview)
        me = identity(request).account_id
        services.request_review(match_id=match_id, account_id=me, seat=asked.seat)
        return Response(selectors.review(match_id, me, asked.seat), status=202)


class ReviewDetail(View):
    """The review of a seat."""

    access: ClassVar = PUBLIC

    @documented("Get a review.", answers={200: ReviewStatus}, tags=["matches"])
    def get(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Return the review of your own seat, or of another seat if its player has published it."""
        return Response(selectors.review(match_id, viewer(request), seat))


class PublishReview(View):
    """Who reads a review."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Publish or unpublish a review.",
        request=Publishing,
        answers={200: ReviewStatus},
        problems=("seat_not_yours",),
        key="accepted",
        tags=["matches"],
    )
    @idempotent
    def post(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Choose whether everyone who may see the match can read the review of your seat."""
        asked = validation.parse_body(request, Publishing)
        me = identity(request).account_id
        services.publish_review(
            match_id=match_id, account_id=me, seat=seat, published=asked.published
        )
        return Response(selectors.review(match_id, me, seat))
