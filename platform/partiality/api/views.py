"""Read what is known of a pair."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity, needs
from api.openapi import documented
from api.views import View
from partiality import selectors
from partiality.answers import PairShown
from partiality.api.requests import PairQuery


class PairView(View):
    """A pair beside others."""

    access: ClassVar = {"GET": needs("admin")}

    @documented(
        "Compare a pair of players with others.",
        query=PairQuery,
        answers={200: PairShown},
        problems=["permission_denied"],
        tags=["conduct"],
    )
    def get(self, request: Request) -> Response:
        """Return whether two players were unusually favourable to each other.

        For staff with the right to view pairs; every request is logged.
        """
        query = validation.parse_query(request, PairQuery)
        return Response(selectors.pair(query.pair, identity(request).account_id))
