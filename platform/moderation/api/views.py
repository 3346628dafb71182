"""Report a player, read decisions about oneself, appeal."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import addresses, validation
from api.access import identity, needs
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from moderation import selectors
from moderation.answers import DecisionShown, ReportShown
from moderation.api.requests import NewAppeal, NewReport
from moderation.models import Case, Report
from moderation.services import appealing, reporting
from moderation.services.reporting import Complaint


class Reports(View):
    """Reporting somebody."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Report a player.",
        request=NewReport,
        answers={201: ReportShown},
        problems=["not_found"],
        key="accepted",
        tags=["conduct"],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Report a person, or a remark in a match or room, to the site's staff.

        Reported people never learn who reported them. Repeating a report that is still pending
        returns the first one.
        """
        asked = validation.parse_body(request, NewReport)
        complaint = Complaint(
            about=asked.account,
            ground=asked.ground,
            match=asked.match,
            remark=asked.remark,
            words=asked.words,
            moments=asked.at,
            tournament=asked.tournament,
        )
        me = identity(request).account_id
        site = addresses.site(request)
        made = reporting.report(reporter_id=me, site=site, complaint=complaint)
        found = selectors.reports(me).get(pk=made.pk)
        return Response(report_shown(found), status=201)


class MyReports(View):
    """One's own reports."""

    @documented(
        "List your reports.",
        query=PageQuery,
        answers={200: Page[ReportShown]},
        tags=["conduct"],
    )
    def get(self, request: Request) -> Response:
        """Return your reports and their outcomes, latest first."""
        query = validation.parse_query(request, PageQuery)
        found = selectors.reports(identity(request).account_id)
        return Response(page(request, query, found, report_shown))


class MyDecisions(View):
    """Decisions about oneself."""

    @documented(
        "List moderation decisions about you.",
        query=PageQuery,
        answers={200: Page[DecisionShown]},
        tags=["conduct"],
    )
    def get(self, request: Request) -> Response:
        """Return the decisions of the site's staff about you, latest first."""
        query = validation.parse_query(request, PageQuery)
        found = selectors.decisions(identity(request).account_id)
        return Response(page(request, query, found, decision_shown))


class Appeals(View):
    """An appeal."""

    access: ClassVar = {"POST": needs("play")}

    @documented(
        "Appeal against a decision.",
        request=NewAppeal,
        answers={200: DecisionShown},
        problems=["not_found", "permission_denied"],
        key="accepted",
        tags=["conduct"],
    )
    @idempotent
    def post(self, request: Request, case: UUID) -> Response:
        """Request a review of a decision, once; if possible, another staff member decides.

        Banned accounts have no tokens; their owners appeal on the page shown after sign-in.
        """
        asked = validation.parse_body(request, NewAppeal)
        me = identity(request).account_id
        changed = appealing.appeal(case_id=case, account_id=me, words=asked.words)
        return Response(decision_shown(changed))


def report_shown(report: Report) -> ReportShown:
    """Return a report as its reporter sees it."""
    return ReportShown(
        id=str(report.pk),
        account=str(report.case.about_id),
        ground=report.ground,  # type: ignore[arg-type] # The column's choices.
        match=None if report.match is None else str(report.match),
        made_at=report.made_at,
        outcome=selectors.outcome(report),
    )


def decision_shown(case: Case) -> DecisionShown:
    """Return a decision as the person it is about sees it."""
    assert case.decided_at is not None  # noqa: S101 - It has been decided.
    return DecisionShown(
        id=str(case.pk),
        measure=case.measure,  # type: ignore[arg-type] # The column's choices.
        ground=case.ground,  # type: ignore[arg-type] # As above.
        until=case.until,
        in_force=case.in_force,
        decided_at=case.decided_at,
        appeal=case.appeal,  # type: ignore[arg-type] # As above.
        may_appeal=selectors.may_appeal(case),
    )
