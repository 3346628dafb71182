"""The views of what a tournament has drawn, thin."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import msgspec
from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import viewer
from api.openapi import TextResponse, documented
from api.views import View
from matches.answers import ChanceStanding
from matches.api.player_commands import PlayerEndpoint, promised, shared
from matches.api.requests import PromiseShare, ShowShare
from tournaments import selectors
from tournaments.answers import DrawsShown
from tournaments.api.endpoints import TAGS, principal
from tournaments.api.views import PUBLIC
from tournaments.services import draw_shares

REFUSALS = ("already_sealed", "not_on_roll")


def as_principal(request: Request) -> Mapping[str, object]:
    """Return who asks."""
    return {"who": principal(request)}


class Draws(View):
    """What was drawn, and changed by hand."""

    access: ClassVar = PUBLIC

    @documented("List the draws.", answers={200: DrawsShown}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return each draw, how often it was repeated, and the cost of manual pairing changes."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.draws(state, viewer(request)))


@dataclass(frozen=True, kw_only=True)
class ShareEndpoint(PlayerEndpoint):
    """What an entrant adds to the chance of a draw; to send it again changes nothing."""

    tags: ClassVar = TAGS

    method: str = "put"
    answer: type[msgspec.Struct] | None = ChanceStanding


SHARES = (
    ShareEndpoint(
        id="promise-share",
        path="draws/<int:draw>/promise",
        service=draw_shares.promise,
        who=as_principal,
        request=PromiseShare,
        takes=promised,
        problems=REFUSALS,
        summary="Promise a share of the randomness of a draw.",
        help="Commit to 32 bytes before any share is revealed; a newer promise replaces it.",
    ),
    ShareEndpoint(
        id="show-share",
        path="draws/<int:draw>/share",
        service=draw_shares.show,
        who=as_principal,
        request=ShowShare,
        takes=shared,
        problems=("share_mismatch", *REFUSALS),
        summary="Reveal your share of the randomness of a draw.",
        help="Reveal the promised share after the seal; the last share triggers the draw.",
    ),
)
"""The commands of a tournament that programs of entrants send, and no page."""


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
