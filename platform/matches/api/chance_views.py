"""The views of the chance that players add to a deal, thin."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.openapi import documented
from api.views import View
from matches.answers import ChanceStanding
from matches.api.request_context import PLAYERS, REFUSALS, TAGS, player
from matches.api.requests import PromiseShare, ShowShare
from matches.services import chance


class Promise(View):
    """The promise of a share."""

    access: ClassVar = PLAYERS

    @documented(
        "Promise a share of the randomness.",
        request=PromiseShare,
        answers={200: ChanceStanding},
        problems=("already_sealed", "not_on_roll", *REFUSALS),
        tags=TAGS,
    )
    def put(self, request: Request, match_id: UUID) -> Response:
        """Commit to 32 bytes before any share is revealed; a newer promise replaces it."""
        asked = validation.parse_body(request, PromiseShare)
        return Response(
            chance.promise(
                match_id=match_id,
                player=player(request),
                attempt=asked.attempt,
                promise=bytes.fromhex(asked.promise),
            )
        )


class Share(View):
    """The share itself."""

    access: ClassVar = PLAYERS

    @documented(
        "Reveal your share of the randomness.",
        request=ShowShare,
        answers={200: ChanceStanding},
        problems=("share_mismatch", "not_on_roll", *REFUSALS),
        tags=TAGS,
    )
    def put(self, request: Request, match_id: UUID) -> Response:
        """Reveal the promised share after the seal; the last share triggers the deal."""
        asked = validation.parse_body(request, ShowShare)
        return Response(
            chance.show(
                match_id=match_id,
                player=player(request),
                attempt=asked.attempt,
                share=bytes.fromhex(asked.share),
            )
        )
