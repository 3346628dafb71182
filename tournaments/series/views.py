"""What can be read of series, and how one comes to be."""

from typing import ClassVar

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import organisers
from accounts import selectors as accounts
from api import dry_runs, validation
from api.access import identity, viewer
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import TextResponse, documented
from api.pagination import Page, page
from api.views import TokenOptional, View
from tournaments.api.endpoints import ORGANISE, principal
from tournaments.exports import file_response
from tournaments.models import Series
from tournaments.series import exporting, managing, selectors
from tournaments.series.answers import SeriesListed, SeriesLog, SeriesShown, SeriesStandings
from tournaments.series.endpoints import TAGS
from tournaments.series.requests import NewSeries, SeriesExportQuery, SeriesQuery
from tournaments.series.settings import SeriesPlan


class SeriesList(View):
    """The series that there are, and new ones."""

    access: ClassVar = {"GET": TokenOptional, "POST": ORGANISE}
    buckets: ClassVar = {"POST": "tournament"}

    @documented("List series.", query=SeriesQuery, answers={200: Page[SeriesListed]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return series, newest first."""
        query = validation.parse_query(request, SeriesQuery)
        return Response(page(request, query, Series.objects.all(), selectors.list_row))

    @documented(
        "Create a series.",
        request=NewSeries,
        query=DryRun,
        answers={201: SeriesShown},
        problems=("permission_denied", "guests_not_allowed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a series, of which you become an organiser.

        Only for accounts that may organise on this site. Add tournaments with separate commands.
        """
        caller = identity(request)
        organisers.require(accounts.account(account_id=caller.account_id), as_staff=caller.is_staff)
        asked = validation.parse_body(request, NewSeries)
        plain = {name: getattr(asked, name) for name in SeriesPlan.__struct_fields__}
        state = managing.open_series(
            slug=asked.slug,
            plan=SeriesPlan(**plain),
            who=principal(request),
            reason=asked.reason,
            dry_run=dry_runs.is_dry(request),
        )
        return Response(selectors.page(selectors.SeriesRead(state, viewer(request))), status=201)


class SeriesDetail(View):
    """One series."""

    access: ClassVar = {"GET": TokenOptional}

    @documented("Get a series.", answers={200: SeriesShown}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the settings, tournaments and qualifications of a series."""
        return Response(selectors.page(selectors.read(slug, viewer(request))))


class SeriesStandingsView(View):
    """The standings."""

    access: ClassVar = {"GET": TokenOptional}

    @documented("Get the standings of a series.", answers={200: SeriesStandings}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return every person with all results, and which of them count."""
        return Response(selectors.standings_page(selectors.read(slug, viewer(request))))


class SeriesAudit(View):
    """The history."""

    access: ClassVar = {"GET": TokenOptional}

    @documented("Get the audit log of a series.", answers={200: SeriesLog}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return every event, with actor and reason."""
        return Response(SeriesLog(selectors.log(selectors.read(slug, viewer(request)).state)))


class SeriesExport(View):
    """The series as a file."""

    access: ClassVar = {"GET": TokenOptional}

    @documented(
        "Export a series.",
        query=SeriesExportQuery,
        answers={200: TextResponse(["text/csv", "application/json", "text/plain"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the standings as CSV or text, or everything as JSON.

        CSV and text have a column for each event; JSON has the settings and every result.
        """
        asked = validation.parse_query(request, SeriesExportQuery).format
        found = selectors.read(slug, viewer(request))
        if asked == "json":
            shown = {"series": selectors.page(found), "standings": selectors.standings_page(found)}
            body = msgspec.json.encode(shown)
        else:
            body = exporting.standings(found, asked)
        return file_response(body, slug, asked)
