"""What can be read of tournaments, and how a tournament and its entrants come to be."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import ClassVar

import msgspec
from django.http import HttpResponse
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import organisers
from accounts import selectors as accounts
from api import dry_runs, validation
from api.access import identity, viewer
from api.deprecation import Deprecation
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import TextResponse, documented
from api.pagination import Page, page
from api.problems import Problem
from api.views import TokenOptional, View
from games.messages import Message
from tournaments import brackets, exports, selectors, visibility
from tournaments.answers import (
    Audit,
    Choices,
    Explanation,
    FormatShown,
    PartShown,
    RoundShown,
    Standings,
    TeamStandings,
    TemplateShown,
    TournamentListed,
    TournamentShown,
)
from tournaments.api.endpoints import ORGANISE, principal
from tournaments.api.requests import (
    Another,
    ExportQuery,
    ListQuery,
    NewTournament,
    SinceQuery,
    StandingsQuery,
)
from tournaments.bracket_answers import Bracket
from tournaments.formats import registry as formats
from tournaments.models import Tournament
from tournaments.points import registry as points
from tournaments.points.core import PointsScheme
from tournaments.services import lifecycle, repeating
from tournaments.templates import templates
from tournaments.tiebreaks import registry as tiebreaks
from tournaments.tiebreaks.core import TieBreak

TAGS = ("tournaments",)
PUBLIC: Mapping[str, type[BasePermission]] = {"GET": TokenOptional}
OPTIONS = "options"
"""The slug that the address of what a tournament can be made of would be."""


class Tournaments(View):
    """The tournaments that there are, and new ones."""

    access: ClassVar = {"GET": TokenOptional, "POST": ORGANISE}
    buckets: ClassVar = {"POST": "tournament"}

    @documented(
        "List tournaments.", query=ListQuery, answers={200: Page[TournamentListed]}, tags=TAGS
    )
    def get(self, request: Request) -> Response:
        """Return tournaments, newest first; drafts only if you are on their staff."""
        query = validation.parse_query(request, ListQuery)
        rows = selectors.narrowed(
            selectors.listed(game=query.game, status=None, account=viewer(request)),
            statuses=query.status,
            player=query.player,
            since=query.created_since,
            before=query.created_before,
        )
        return Response(page(request, query, rows, selectors.list_row))

    @documented(
        "Create a tournament.",
        request=NewTournament,
        query=DryRun,
        answers={201: TournamentShown},
        problems=("invalid_options", "permission_denied", "guests_not_allowed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a tournament, of which you become an organiser.

        Only for accounts that may organise on this site. Entry opens with a separate command.
        """
        caller = identity(request)
        organisers.require(accounts.account(account_id=caller.account_id), as_staff=caller.is_staff)
        asked = validation.parse_body(request, NewTournament)
        plan, dry_run = msgspec.to_builtins(asked), dry_runs.is_dry(request)
        state = lifecycle.create_tournament(who=principal(request), asked=plan, dry_run=dry_run)
        return Response(selectors.page(state, viewer(request)), status=201)


class Options(View):
    """The building blocks of tournaments."""

    access: ClassVar = PUBLIC

    @documented(
        "List formats, points schemes, tie-breaks and templates.", answers={200: Choices}, tags=TAGS
    )
    def get(self, request: Request) -> Response:
        """Return the formats, points schemes, tie-breaks and templates, each with a description."""
        account = viewer(request)
        older = Tournament.objects.filter(slug=OPTIONS).first()
        if older is not None and visibility.sees(older, account):
            # It was there before this address was, and keeps its own.
            return Response(selectors.page(selectors.state_of(OPTIONS, account), account))
        return Response(_choices())


class Possible(View):
    """The same, at its first address."""

    access: ClassVar = PUBLIC

    @documented(
        "List formats, points schemes, tie-breaks and templates (former path).",
        answers={200: Choices},
        tags=TAGS,
        deprecated=Deprecation(datetime(2026, 11, 27, tzinfo=UTC), "GET /tournaments/options"),
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - Django's form.
        """Return the formats, points schemes, tie-breaks and templates, each with a description."""
        return Response(_choices())


def _choices() -> Choices:
    return Choices(
        formats=[
            FormatShown(
                each.id,
                each.title,
                each.about,
                {option.name: option.json_schema() for option in each.options},
            )
            for each in formats.formats()
        ],
        points=[_about(each) for each in points.schemes_known()],
        tiebreaks=[_about(each) for each in tiebreaks.tiebreaks()],
        templates=[TemplateShown(*each) for each in templates()],
    )


def _about(part: PointsScheme | TieBreak) -> PartShown:
    return PartShown(part.id, part.title, part.about)


class TournamentDetail(View):
    """One tournament."""

    access: ClassVar = PUBLIC

    @documented("Get a tournament.", answers={200: TournamentShown}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the settings, entrants and rounds of a tournament."""
        return Response(selectors.page(selectors.state_of(slug, viewer(request)), viewer(request)))


class Copies(View):
    """Tournaments like another one."""

    access: ClassVar = {"POST": ORGANISE}
    buckets: ClassVar = {"POST": "tournament"}

    @documented(
        "Copy a tournament.",
        request=Another,
        query=DryRun,
        answers={201: TournamentShown},
        problems=("invalid_options", "permission_denied", "guests_not_allowed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Create a tournament with the same settings, staff and entry conditions.

        Only for organisers of the original, if the site lets them organise.
        """
        visibility.find(slug, viewer(request))
        caller = identity(request)
        organisers.require(accounts.account(account_id=caller.account_id), as_staff=caller.is_staff)
        asked = validation.parse_body(request, Another)
        state = repeating.copy(
            slug=slug,
            who=principal(request),
            new_slug=asked.slug,
            name=asked.name,
            begins=asked.starts_at,
            reason=asked.reason,
            expected_version=asked.expected_version,
            dry_run=dry_runs.is_dry(request),
        )
        return Response(selectors.page(state, viewer(request)), status=201)


class RoundDetail(View):
    """One round."""

    access: ClassVar = PUBLIC

    @documented("Get a round.", answers={200: RoundShown}, tags=TAGS)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a round with its tables; drafts only for the staff."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.round_page(state, number, viewer(request)))


class Explain(View):
    """The reasons of a round."""

    access: ClassVar = PUBLIC

    @documented("Explain the pairing of a round.", answers={200: Explanation}, tags=TAGS)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return costs, repeats, alternatives and the random seed of the pairing."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.explanation(state, number, viewer(request)))


class StandingsView(View):
    """The standings."""

    access: ClassVar = PUBLIC

    @documented("Get the standings.", query=StandingsQuery, answers={200: Standings}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the current standings, or those after a round.

        `explain=true` adds how each tie-break is calculated.
        """
        query = validation.parse_query(request, StandingsQuery)
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.standings(state, until=query.round, explain=query.explain))


class TeamsView(View):
    """The standings of teams."""

    access: ClassVar = PUBLIC

    @documented("Get the team standings.", answers={200: TeamStandings}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return every team with its members, and which of them count."""
        return Response(selectors.team_standings(selectors.state_of(slug, viewer(request))))


class BracketView(View):
    """The tournament as a drawing."""

    access: ClassVar = PUBLIC

    @documented("Get the bracket.", answers={200: Bracket}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return stages, rounds, tables, seats with their sources, and who advances.

        Future rounds are included as far as they do not depend on results: for a bracket, all of
        them, with the tables from which their players come.
        """
        return Response(brackets.bracket(selectors.state_of(slug, viewer(request))))


class Stream(View):
    """The live stream of a tournament, described here and served by `cutpurse.asgi`."""

    access: ClassVar = PUBLIC
    buckets: ClassVar = {"GET": "stream"}

    @documented(
        "Follow a tournament live.",
        query=SinceQuery,
        answers={200: TextResponse(["text/event-stream", "application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - Its form.
        """Stream server-sent events, or NDJSON if you accept `application/x-ndjson`.

        The stream sends a `snapshot`, every event as it happens with the lines of the `standings`
        that changed, and `end`. With `since` or `Last-Event-ID` it sends no snapshot and continues
        after that version. If the tournament does not have that version, it sends `reset` and then
        a `snapshot`.
        """
        raise Problem(
            "unavailable", Message("This server has no streams; start it with cutpurse.asgi.")
        )


class AuditView(View):
    """The history."""

    access: ClassVar = PUBLIC

    @documented("Get the audit log of a tournament.", answers={200: Audit}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return every event, including those undone by a rollback."""
        state = selectors.state_of(slug, viewer(request))
        return Response(Audit(selectors.audit(state, viewer(request))))


class Export(View):
    """The tournament as a file."""

    access: ClassVar = PUBLIC

    @documented(
        "Export a tournament.",
        query=ExportQuery,
        answers={200: TextResponse(["text/csv", "application/json", "text/plain"])},
        problems=("invalid_options",),
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the standings as CSV or text, or everything as JSON or TRF.

        JSON contains the settings, entrants, published rounds and standings. `trf` is FIDE's report
        format for tournaments with two players per table.
        """
        query = validation.parse_query(request, ExportQuery)
        state, asked = selectors.state_of(slug, viewer(request)), query.format
        if query.of == "teams" and asked in {"csv", "txt"}:
            return exports.file_response(exports.of_teams(state, asked), f"{slug}-teams", asked)
        return exports.file_response(exports.export(state, asked), slug, asked)


class Pairings(View):
    """A round to be printed."""

    access: ClassVar = PUBLIC
    form: exports.Form = "txt"

    @documented(
        "Export the pairings of a round.",
        answers={200: TextResponse(["text/csv", "text/plain"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Return the seats by table, then the byes; drafts only for the staff."""
        state = selectors.state_of(slug, viewer(request))
        page = selectors.round_page(state, number, viewer(request))
        title = f"{state.settings['name']}, round {number}"
        return exports.file_response(
            exports.pairings(page, title, self.form), f"{slug}-{number}", self.form
        )
