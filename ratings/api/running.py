"""What admins do to ladders; every command can be tried with dry_run."""

from typing import ClassVar
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import preconditions, shapes
from accounts.api import View
from accounts.idempotency import idempotent
from accounts.openapi import documented
from accounts.pagination import Page, page
from ratings import selectors
from ratings.api.answers import Consequences, Imported, LadderShown, Rebuilt, Seasons
from ratings.api.asking import ADMINS, REFUSED, TAGS, ladder, once, order
from ratings.api.requests import (
    Adjust,
    Annul,
    Correct,
    DryRun,
    Edit,
    Import,
    LadderQuery,
    Merge,
    NewLadder,
    NewSeason,
    Pause,
    Rebuild,
)
from ratings.services import importing, managing, repairing


class Ladders(View):
    """The ladders that there are, and new ones."""

    access: ClassVar = ADMINS

    @documented("List ladders.", query=LadderQuery, answers={200: Page[LadderShown]}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Newest first, the public ones."""
        query = shapes.query(request, LadderQuery)
        rows = selectors.visible()
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
        """Whatever is left out has a default."""
        wanted = shapes.body(request, NewLadder)
        settings = msgspec.to_builtins(wanted)
        slug, reason = settings.pop("slug"), settings.pop("reason")
        with once():
            opened = managing.open_ladder(
                slug=slug, settings=settings, order=order(request, reason)
            )
        return Response(selectors.ladder_page(opened), status=201)


class LadderDetail(View):
    """One ladder."""

    access: ClassVar = ADMINS

    @documented("Look at a ladder.", answers={200: LadderShown}, is_conditional=True, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - DRF's signature.
        """Return its settings, with every parameter of its rating system."""
        found = selectors.by_slug(slug)
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
        """They hold for what comes after; game, kind and system stay."""
        asked = shapes.body(request, Edit)
        told = managing.edit(
            ladder_id=ladder(slug),
            changes=asked.changes,
            order=order(request, asked.reason, asked.expected_version),
            seen=preconditions.seen_by(request),
        )
        tag = preconditions.tag_of(selectors.by_slug(slug).settings)
        return Response(told, headers={"ETag": tag})


class Command(View):
    """A command of an admin on one ladder."""

    access: ClassVar = ADMINS


class PauseView(Command):
    """Rest and resumption."""

    @documented(
        "Pause or resume a ladder.",
        request=Pause,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """While it rests no new matches begin; those that run still count."""
        asked = shapes.body(request, Pause)
        given = order(request, asked.reason, asked.expected_version)
        told = managing.pause(ladder_id=ladder(slug), paused=asked.paused, order=given)
        return Response(told)


class SeasonList(Command):
    """The seasons of a ladder."""

    @documented("List closed seasons.", answers={200: Seasons}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - DRF's signature.
        """Return the seasons that are over, the latest first."""
        return Response({"results": selectors.seasons(selectors.by_slug(slug))})

    @documented(
        "Close the season.",
        request=NewSeason,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Archive the standings and begin the next season with a part of every lead."""
        asked = shapes.body(request, NewSeason)
        told = managing.close_season(
            ladder_id=ladder(slug),
            name=asked.name,
            keep_percent=asked.keep_percent,
            order=order(request, asked.reason, asked.expected_version),
        )
        return Response(told)


class AdjustView(Command):
    """Moves of single ratings."""

    @documented(
        "Adjust a rating.",
        request=Adjust,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Move one player's rating by some points."""
        asked = shapes.body(request, Adjust)
        told = repairing.adjust(
            ladder_id=ladder(slug),
            player=asked.player,
            points=asked.points,
            order=order(request, asked.reason, asked.expected_version),
        )
        return Response(told)


class MergeView(Command):
    """Players who were one."""

    @documented(
        "Merge two players.",
        request=Merge,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Let all matches of the one who goes count for the one who remains."""
        asked = shapes.body(request, Merge)
        told = repairing.merge(
            ladder_id=ladder(slug),
            gone=asked.gone,
            into=asked.into,
            order=order(request, asked.reason, asked.expected_version),
        )
        return Response(told)


class RebuildView(Command):
    """Folding from the first event."""

    @documented(
        "Compare with a rebuild.",
        request=Rebuild,
        answers={200: Rebuilt},
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Fold the whole stream and count the rows that differ; `write` repairs them."""
        asked = shapes.body(request, Rebuild)
        return Response(repairing.rebuild(ladder_id=ladder(slug), write=asked.write))


class ImportView(Command):
    """Past results."""

    @documented(
        "Import results.",
        request=Import,
        query=DryRun,
        answers={200: Imported},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """All lines or none; what is wrong with a line stands in `errors`."""
        asked = shapes.body(request, Import)
        told = importing.import_results(
            ladder_id=ladder(slug),
            text=asked.text,
            form=asked.format,
            guests=asked.guests,
            order=order(request, asked.reason, asked.expected_version),
        )
        return Response(told)


class AnnulView(Command):
    """Matches that never counted."""

    @documented(
        "Annul a rated match.",
        request=Annul,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """Fold the ratings after it anew; `dry_run` shows who would move."""
        asked = shapes.body(request, Annul)
        told = repairing.annul(
            ladder_id=repairing.ladder_of(match_id),
            match_id=match_id,
            order=order(request, asked.reason, asked.expected_version),
        )
        return Response(told)


class CorrectView(Command):
    """Matches that ended otherwise."""

    @documented(
        "Rate a match anew.",
        request=Correct,
        query=DryRun,
        answers={200: Consequences},
        problems=REFUSED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """Say how it ended in truth, by seat; ratings after it are folded anew."""
        asked = shapes.body(request, Correct)
        told = repairing.correct(
            ladder_id=repairing.ladder_of(match_id),
            match_id=match_id,
            places=asked.places,
            order=order(request, asked.reason, asked.expected_version),
        )
        return Response(told)
