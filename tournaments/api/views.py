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
        """Newest first; what is still being planned only for its staff."""
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
        "Make a tournament.",
        request=NewTournament,
        query=DryRun,
        answers={201: TournamentShown},
        problems=("invalid_options", "permission_denied", "guests_not_allowed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """For whom the site lets organise. Whoever makes it runs it, and opens entry."""
        caller = identity(request)
        organisers.require(accounts.account(account_id=caller.account_id), as_staff=caller.is_staff)
        asked = validation.parse_body(request, NewTournament)
        plan, dry_run = msgspec.to_builtins(asked), dry_runs.is_dry(request)
        state = lifecycle.create_tournament(who=principal(request), asked=plan, dry_run=dry_run)
        return Response(selectors.page(state, viewer(request)), status=201)


class Options(View):
    """What a tournament can be made of."""

    access: ClassVar = PUBLIC

    @documented("List formats, points, tie-breaks, templates.", answers={200: Choices}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Each with its id, and a sentence on what it does."""
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
        "List formats, points, tie-breaks, templates (first address).",
        answers={200: Choices},
        tags=TAGS,
        deprecated=Deprecation(datetime(2026, 11, 27, tzinfo=UTC), "GET /tournaments/options"),
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - Django's form.
        """Each with its id, and a sentence on what it does."""
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

    @documented("Look at a tournament.", answers={200: TournamentShown}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return its plan, its entrants and its rounds."""
        return Response(selectors.page(selectors.state_of(slug, viewer(request)), viewer(request)))


class Copies(View):
    """Tournaments like another one."""

    access: ClassVar = {"POST": ORGANISE}
    buckets: ClassVar = {"POST": "tournament"}

    @documented(
        "Make a tournament like another.",
        request=Another,
        query=DryRun,
        answers={201: TournamentShown},
        problems=("invalid_options", "permission_denied", "guests_not_allowed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """With its plan, staff and conditions; for its organisers, where the site lets them."""
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

    @documented("Look at a round.", answers={200: RoundShown}, tags=TAGS)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return its tables; a draft is shown to the staff only."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.round_page(state, number, viewer(request)))


class Explain(View):
    """The reasons of a round."""

    access: ClassVar = PUBLIC

    @documented("Read why a round is paired as it is.", answers={200: Explanation}, tags=TAGS)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return costs, repeats, alternatives, and the seed that it was drawn from."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.explanation(state, number, viewer(request)))


class StandingsView(View):
    """The standings."""

    access: ClassVar = PUBLIC

    @documented("Read the standings.", query=StandingsQuery, answers={200: Standings}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """After every result, or after a round; `explain=true` shows each tie-break's sum."""
        query = validation.parse_query(request, StandingsQuery)
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.standings(state, until=query.round, explain=query.explain))


class TeamsView(View):
    """The standings of teams."""

    access: ClassVar = PUBLIC

    @documented("Read the standings of the teams.", answers={200: TeamStandings}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return every team with its members, and who of them counts."""
        return Response(selectors.team_standings(selectors.state_of(slug, viewer(request))))


class BracketView(View):
    """The tournament as a drawing."""

    access: ClassVar = PUBLIC

    @documented("Read what a bracket is drawn from.", answers={200: Bracket}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return stages, rounds, tables, seats with their sources, and who goes on.

        Rounds that are to come are there as far as they do not hang on results: of a bracket all
        of them, with the tables whose players they will seat.
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
        """Send server-sent events, or NDJSON if you accept `application/x-ndjson`.

        A `snapshot` first, then every event as it happens, with the lines of the `standings` that
        it moved, then `end`. With `since` or `Last-Event-ID` there is no snapshot and the stream
        goes on after that version. Where the tournament does not have what you have, `reset` says
        so, and a `snapshot` follows.
        """
        raise Problem(
            "unavailable", Message("This server has no streams; start it with cutpurse.asgi.")
        )


class AuditView(View):
    """The history."""

    access: ClassVar = PUBLIC

    @documented("Read what was done, by whom and why.", answers={200: Audit}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return every event, those too that a rollback has undone."""
        state = selectors.state_of(slug, viewer(request))
        return Response(Audit(selectors.audit(state, viewer(request))))


class Export(View):
    """The tournament as a file."""

    access: ClassVar = PUBLIC

    @documented(
        "Download the tournament.",
        query=ExportQuery,
        answers={200: TextResponse(["text/csv", "application/json", "text/plain"])},
        problems=("invalid_options",),
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """CSV and text have the standings; JSON the plan, entrants, published rounds and standings.

        `trf` is FIDE's report of a tournament of duels.
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
        "Print the pairings of a round.",
        answers={200: TextResponse(["text/csv", "text/plain"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Say table by table who sits where, then who has a bye; a draft to the staff only."""
        state = selectors.state_of(slug, viewer(request))
        page = selectors.round_page(state, number, viewer(request))
        title = f"{state.settings['name']}, round {number}"
        return exports.file_response(
            exports.pairings(page, title, self.form), f"{slug}-{number}", self.form
        )
