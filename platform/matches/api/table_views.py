"""The views of matches, thin: which there are, and one as its viewer may see it."""

from datetime import UTC, datetime, timedelta
from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import addresses, validation
from api.access import identity_or_none, viewer
from api.openapi import documented
from api.pagination import Page, page
from api.views import View
from eventstore import standby_reads
from matches import groupings, match_lists, selectors, visits
from matches.answers import MatchListed, MatchShown
from matches.api.request_context import PLAYERS, PUBLIC, TAGS
from matches.api.requests import MatchQuery
from matches.state import OVER

SETTLED = timedelta(minutes=1)
"""What ended longer ago is on every standby that is asked (`standby_reads.LAG_MAX_S`)."""


class Matches(View):
    """The matches that there are."""

    access: ClassVar = PLAYERS

    @documented(
        "List matches.",
        query=MatchQuery,
        answers={200: Page[MatchListed]},
        problems=("not_found",),
        tags=TAGS,
    )
    def get(self, request: Request) -> Response:
        """Return public matches and those that you opened or play in, newest first."""
        query = validation.parse_query(request, MatchQuery)
        me = viewer(request)
        about = match_lists.Wanted(
            statuses=query.status,
            rules=query.rules,
            opened_since=query.opened_since,
            opened_before=query.opened_before,
            ended_since=query.ended_since,
            ended_before=query.ended_before,
        )
        found = match_lists.listed(me, game=query.game, status=None, player=query.player)
        rows = match_lists.narrowed(found, about)
        if query.tournament is not None:
            rows = rows.filter(id__in=groupings.matches_of("tournament", query.tournament, me))

        def found_page() -> Page[MatchListed]:
            return page(request, query, rows, match_lists.list_row)

        if _may_lag(request, query):
            return Response(standby_reads.read(found_page))
        return Response(found_page())


def _may_lag(request: Request, query: MatchQuery) -> bool:
    """Return whether a list may lack what ended a moment ago.

    Whoever asks from one moment on asks from that of now on next time, and would never hear of it;
    and whoever has just played looks for it among the matches of their own.
    """
    if not (query.status and OVER.issuperset(query.status)):
        return False
    asker = identity_or_none(request)
    if asker is not None and query.player == asker.username:
        return False
    if query.ended_before is not None:
        return query.ended_before <= datetime.now(UTC) - SETTLED
    return query.ended_since is None


class MatchDetail(View):
    """One match."""

    access: ClassVar = PUBLIC

    @documented("Get a match.", answers={200: MatchShown}, tags=TAGS)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return everything that you may know about a match, and your legal moves on your turn."""
        me = viewer(request)
        found = selectors.match_page(match_id, me)
        visits.note(found, me, addresses.site(request))
        return Response(found)
