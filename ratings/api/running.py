"""Ladders as they are listed, opened, set and folded anew; `commands` has what else admins do.

Three are no commands of the table: to open a ladder begins a stream, settings are changed against
what was read (If-Match), and a rebuild adds no event.
"""

from typing import ClassVar

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api import preconditions, validation
from api.access import viewer
from api.dry_runs import DryRun
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, page
from api.views import View
from ratings import selectors, visibility
from ratings.answers import Addresses, LadderShown, Seasons
from ratings.api.asking import ADMINS, REFUSED, RUN, TAGS, ladder, order
from ratings.api.commands import COMMANDS
from ratings.api.requests import (
    Edit,
    LadderQuery,
    NewLadder,
    Rebuild,
)
from ratings.correction_answers import Consequences, Rebuilt
from ratings.services import corrections, managing, sightings


class Ladders(View):
    """The ladders that there are, and new ones."""

    access: ClassVar = ADMINS

    @documented("List ladders.", query=LadderQuery, answers={200: Page[LadderShown]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return public ladders and private ones that you may see, newest first."""
        query = validation.parse_query(request, LadderQuery)
        rows = visibility.visible(viewer(request))
        if query.game is not None:
            rows = rows.filter(game=query.game)
        return Response(page(request, query, rows, selectors.ladder_page))

    @documented(
        "Open a ladder.",
        request=NewLadder,
        query=DryRun,
        answers={201: LadderShown},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a ladder; omitted settings have their default."""
        wanted = validation.parse_body(request, NewLadder)
        settings = msgspec.to_builtins(wanted)
        slug, reason = settings.pop("slug"), settings.pop("reason")
        opened = managing.open_ladder(slug=slug, settings=settings, order=order(request, reason))
        return Response(selectors.ladder_page(opened), status=201)


class LadderDetail(View):
    """One ladder."""

    access: ClassVar = ADMINS

    @documented("Get a ladder.", answers={200: LadderShown}, is_conditional=True, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the settings of a ladder, including every parameter of its rating system."""
        found = visibility.by_slug(slug, viewer(request))
        tag = preconditions.tag_of(found.settings)
        return Response(selectors.ladder_page(found), headers={"ETag": tag})

    @documented(
        "Change settings.",
        request=Edit,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        is_conditional=True,
        tags=TAGS,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings from now on; game, kind and rating system cannot be changed."""
        asked = validation.parse_body(request, Edit)
        told = managing.edit(
            ladder_id=ladder(slug),
            changes=asked.changes,
            order=order(request, asked.reason, asked.expected_version),
            seen=preconditions.seen_by(request),
        )
        tag = preconditions.tag_of(visibility.by_slug(slug, viewer(request)).settings)
        return Response(told, headers={"ETag": tag})


class SharedAddresses(View):
    """Accounts that play from one address."""

    access: ClassVar = {"GET": RUN}

    @documented("List accounts that share an IP address.", answers={200: Addresses}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return accounts that shared an IP address in the last 30 days: a hint, not proof."""
        return Response(Addresses(sightings.shared(visibility.by_slug(slug, viewer(request)))))


class SeasonList(View):
    """The seasons of a ladder."""

    access: ClassVar = ADMINS

    @documented("List closed seasons.", answers={200: Seasons}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the closed seasons, latest first."""
        return Response(Seasons(selectors.seasons(visibility.by_slug(slug, viewer(request)))))

    post = COMMANDS["season"].as_method()


class RebuildView(View):
    """Folding from the first event."""

    access: ClassVar = ADMINS

    @documented(
        "Rebuild a ladder.",
        request=Rebuild,
        answers={200: Rebuilt},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Recompute the ladder from its events and count rows that differ; `write` repairs them."""
        asked = validation.parse_body(request, Rebuild)
        return Response(corrections.rebuild(ladder_id=ladder(slug), write=asked.write))
