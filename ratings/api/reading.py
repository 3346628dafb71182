"""What everybody may read of ladders."""

from typing import ClassVar
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import json_body, validation
from api.access import viewer
from api.openapi import TextResponse, documented
from api.pagination import Page, PageQuery, page
from api.views import TokenOptional, View
from eventstore import standby_reads
from ratings import exporting, ladder_history, selectors, visibility
from ratings.answers import (
    Archive,
    ChangeShown,
    Explained,
    LogLine,
    ParameterShown,
    PlayerShown,
    Seats,
    StandingShown,
    Systems,
    SystemShown,
)
from ratings.api.asking import TAGS
from ratings.api.requests import ExportQuery
from ratings.ladder.settings import parsed
from ratings.models import RatingChange
from ratings.systems import registry


class Read(View):
    """A view that everybody may read."""

    access: ClassVar = {"GET": TokenOptional}


class SystemList(Read):
    """The rating systems."""

    @documented("List rating systems.", answers={200: Systems}, tags=TAGS)
    def get(self, request: Request) -> Response:  # noqa: ARG002 - DRF's signature.
        """Return each rating system with its parameters."""
        return Response(
            Systems(
                [
                    SystemShown(
                        id=each.id,
                        title=each.title,
                        parameters=[ParameterShown(**one._asdict()) for one in each.parameters],
                    )
                    for each in registry.systems()
                ]
            )
        )


class Standings(Read):
    """Who stands where."""

    @documented(
        "Get the standings.", query=PageQuery, answers={200: Page[StandingShown]}, tags=TAGS
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return active players with enough matches, best first; tied players share a rank."""
        ladder = visibility.by_slug(slug, viewer(request))
        query = validation.parse_query(request, PageQuery)
        order = selectors.ORDER[ladder.kind]
        found = page(request, query, selectors.listed(ladder), lambda row: row, order)
        rows = selectors.standings(ladder, found.results)
        return Response(Page(rows, found.next, found.previous))


class PlayerDetail(Read):
    """A player of a ladder."""

    @documented("Get a player of a ladder.", answers={200: PlayerShown}, tags=TAGS)
    def get(self, request: Request, slug: str, name: str) -> Response:
        """Return the rating, the rank and the results by seat."""
        return Response(selectors.player_page(visibility.by_slug(slug, viewer(request)), name))


class PlayerHistory(Read):
    """The matches of a player."""

    @documented(
        "List the rating history of a player.",
        query=PageQuery,
        answers={200: Page[ChangeShown]},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str, name: str) -> Response:
        """Return the changes from each match, latest first."""
        ladder = visibility.by_slug(slug, viewer(request))
        system = parsed(ladder.settings).rating_system()
        query = validation.parse_query(request, PageQuery)

        def shown(row: RatingChange) -> ChangeShown:
            return selectors.change_row(system, row)

        rows = selectors.history(ladder, name)
        return Response(
            standby_reads.read(lambda: page(request, query, rows, shown, ("-version",)))
        )


class MatchDetail(Read):
    """A match on a ladder."""

    @documented("Explain the rating changes of a match.", answers={200: Explained}, tags=TAGS)
    def get(self, request: Request, slug: str, match_id: UUID) -> Response:
        """Return each player's changes by opponent: expected, actual, weight and change."""
        ladder = visibility.by_slug(slug, viewer(request))
        return Response(standby_reads.read(lambda: selectors.match_page(ladder, match_id)))


class SeatList(Read):
    """The seats of a ladder."""

    @documented("Get results by seat.", answers={200: Seats}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return a row for each seat and number of players."""
        ladder = visibility.by_slug(slug, viewer(request))
        return Response(Seats(standby_reads.read(lambda: selectors.seats(ladder))))


class ClosedSeason(Read):
    """A closed season."""

    @documented("Get a closed season.", answers={200: Archive}, tags=TAGS)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the final standings of the season."""
        ladder = visibility.by_slug(slug, viewer(request))
        return Response(Archive(standby_reads.read(lambda: selectors.archive(ladder, number))))


class Log(Read):
    """The history of a ladder."""

    @documented(
        "List the log of a ladder.", query=PageQuery, answers={200: Page[LogLine]}, tags=TAGS
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the events of a ladder with actor, time and reason, latest first."""
        ladder = visibility.by_slug(slug, viewer(request))
        query = validation.parse_query(request, PageQuery)
        rows = ladder_history.events(ladder)

        def found_page() -> Page[LogLine]:
            return page(request, query, rows, ladder_history.event_row, ("-version",))

        return Response(standby_reads.read(found_page))


class LogFile(Read):
    """The history of a ladder as a file."""

    @documented(
        "Download the log of a ladder.",
        answers={200: TextResponse(["application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Return NDJSON: a header, then one event per line.

        The log can be verified offline with `cutpurse-verify`.
        """
        ladder = visibility.by_slug(slug, viewer(request))
        lines = ladder_history.log(ladder)
        response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{slug}.ndjson"'
        return response


class Export(Read):
    """A ladder as a file."""

    @documented(
        "Download standings or histories.",
        query=ExportQuery,
        answers={200: TextResponse(["text/csv", "application/json"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse | StreamingHttpResponse:
        """Return the full standings or all rating changes, as CSV or JSON."""
        ladder = visibility.by_slug(slug, viewer(request))
        query = validation.parse_query(request, ExportQuery)
        rows = exporting.ROWS[query.what](ladder)
        name = f"{slug}-{query.what}.{query.format}"
        if query.format == "csv":
            response: HttpResponse | StreamingHttpResponse = StreamingHttpResponse(
                exporting.csv_lines(rows), content_type="text/csv; charset=utf-8"
            )
        else:
            body = json_body.encode({"results": list(rows)})
            response = HttpResponse(body, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
