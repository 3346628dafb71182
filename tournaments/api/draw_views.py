"""The views of what a tournament has drawn, thin."""

from typing import ClassVar

from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import scopes, validation
from api.access import needs, viewer
from api.openapi import TextResponse, documented
from api.views import View
from matches.answers import ChanceStanding
from matches.api.requests import PromiseShare, ShowShare
from tournaments import selectors
from tournaments.answers import DrawsShown
from tournaments.api.endpoints import TAGS, principal
from tournaments.api.views import PUBLIC
from tournaments.services import draw_shares

PLAY = needs(*scopes.PLAY)
REFUSALS = ("already_sealed", "not_on_roll")


class Draws(View):
    """What was drawn, and changed by hand."""

    access: ClassVar = PUBLIC

    @documented("List the draws.", answers={200: DrawsShown}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return each draw, how often it was repeated, and the cost of manual pairing changes."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.draws(state, viewer(request)))


class Promise(View):
    """The promise of a share of a draw."""

    access: ClassVar = {"PUT": PLAY}

    @documented(
        "Promise a share of the randomness of a draw.",
        request=PromiseShare,
        answers={200: ChanceStanding},
        problems=REFUSALS,
        tags=TAGS,
    )
    def put(self, request: Request, slug: str, draw: int) -> Response:
        """Commit to 32 bytes before any share is revealed; a newer promise replaces it."""
        asked = validation.parse_body(request, PromiseShare)
        return Response(
            draw_shares.promise(
                slug=slug,
                who=principal(request),
                draw=draw,
                attempt=asked.attempt,
                promise=bytes.fromhex(asked.promise),
            )
        )


class Share(View):
    """The share itself."""

    access: ClassVar = {"PUT": PLAY}

    @documented(
        "Reveal your share of the randomness of a draw.",
        request=ShowShare,
        answers={200: ChanceStanding},
        problems=("share_mismatch", *REFUSALS),
        tags=TAGS,
    )
    def put(self, request: Request, slug: str, draw: int) -> Response:
        """Reveal the promised share after the seal; the last share triggers the draw."""
        asked = validation.parse_body(request, ShowShare)
        return Response(
            draw_shares.show(
                slug=slug,
                who=principal(request),
                draw=draw,
                attempt=asked.attempt,
                share=bytes.fromhex(asked.share),
            )
        )


class Log(View):
    """The history as a file."""

    access: ClassVar = PUBLIC

    @documented(
        "Download the log of a tournament.",
        answers={200: TextResponse(["application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Return NDJSON: a header, then one event per line, up to a draft.

        The log can be verified offline with `cutpurse-verify`.
        """
        state = selectors.state_of(slug, viewer(request))
        lines = selectors.log(state)
        response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{slug}.ndjson"'
        return response
