"""Read analyses."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from analyses import selectors
from analyses.answers import Luck, Queued
from api.access import viewer
from api.openapi import documented
from api.views import View
from matches.api.request_context import PUBLIC

RETRY_S = "5"
"""When an analysis that waits may be done."""


class LuckView(View):
    """The luck of a match."""

    access: ClassVar = PUBLIC

    @documented(
        "Read what the draws were worth.",
        answers={200: Luck, 202: Queued},
        problems=("luck_not_offered",),
        tags=["matches"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return by how many places the draws of a finished match moved each seat.

        An estimate, which counts for no rating and no standing. `404 luck_not_offered` in games in
        which it would explain too little; `404 not_found` while the match runs.
        """
        found = selectors.luck(match_id, viewer(request))
        if found is None:
            return Response(Queued(), status=202, headers={"Retry-After": RETRY_S})
        return Response(found)
