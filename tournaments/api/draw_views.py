"""The views of what a tournament has drawn, thin."""

from typing import ClassVar

from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import viewer
from api.openapi import TextResponse, documented
from api.views import View
from tournaments import selectors
from tournaments.answers import DrawsShown
from tournaments.api.endpoints import TAGS
from tournaments.api.views import PUBLIC


class Draws(View):
    """What was drawn, and changed by hand."""

    access: ClassVar = PUBLIC

    @documented("Read what was drawn.", answers={200: DrawsShown}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return each draw, how often it was made, and what changes of pairings by hand cost."""
        state = selectors.state_of(slug, viewer(request))
        return Response(selectors.draws(state, viewer(request)))


class Log(View):
    """The history as a file."""

    access: ClassVar = PUBLIC

    @documented(
        "Download the log of a tournament.",
        answers={200: TextResponse(["application/x-ndjson"])},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """NDJSON: a header, then one event a line, up to a draft; `cutpurse-verify` checks it."""
        state = selectors.state_of(slug, viewer(request))
        lines = selectors.log(state)
        response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{slug}.ndjson"'
        return response
