"""Invitations: listed with their codes for organisers, and used by whoever has one."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api import dry_runs, limits, validation
from api.access import identity, viewer
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import documented
from api.problems import Problem
from api.views import View
from eventstore.canonical import format_timestamp
from games.messages import Message
from tournaments import invitations, selectors, site_staff
from tournaments.answers import Answered, InvitationList, InvitationShown
from tournaments.api.endpoints import ORGANISE, REFUSALS, TAGS, TAKE_PART, principal
from tournaments.api.requests import Joining
from tournaments.services.invitations import join
from tournaments.state import InvitationState, Role, TournamentState
from tournaments.unit_of_work import Permission

BUCKET = "sign_up"


class InvitationLinks(View):
    """The invitations of a tournament."""

    access: ClassVar = {"GET": ORGANISE}

    @documented(
        "List invitations.",
        answers={200: InvitationList},
        problems=("permission_denied",),
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return invitations with their codes; organisers only.

        The link of an invitation is `/tournaments/{slug}/join/{code}`.
        """
        account = viewer(request)
        state = selectors.state_of(slug, account)
        of_site = identity(request).is_staff and site_staff.may_run_all(account)
        if state.role_of(account) is not Role.ORGANISER and not of_site:
            text = Message("Only a %(role)s of this tournament may do this.", role="organiser")
            raise Problem("permission_denied", text)
        shown = [_shown(state, each) for each in state.invitations.values()]
        response = Response(InvitationList(shown))
        response["Cache-Control"] = "no-store"
        return response


def _shown(state: TournamentState, each: InvitationState) -> InvitationShown:
    return InvitationShown(
        invitation=each.number,
        grants=each.grants,
        code=invitations.current(state, each),
        open=invitations.is_open(state, each, timezone.now()),
        used=each.used,
        uses_max=each.uses_max,
        until=None if each.until is None else format_timestamp(each.until),
        on_wall=each.on_wall,
    )


class Join(View):
    """Coming in by an invitation."""

    access: ClassVar = {"POST": TAKE_PART}

    @documented(
        "Accept an invitation.",
        request=Joining,
        query=DryRun,
        answers={200: Answered},
        problems=REFUSALS,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Enter the tournament, or get the role that the invitation grants."""
        asked = validation.parse_body(request, Joining)
        limits.spend(BUCKET, limits.subject(request))
        done = join(
            slug=slug,
            who=principal(request),
            code=asked.code,
            shares=asked.shares,
            reason=asked.reason,
            expected_version=asked.expected_version,
            dry_run=dry_runs.is_dry(request),
            permission=Permission(by_entrants=True),
        )
        return Response(selectors.after_command(done, viewer(request)))
