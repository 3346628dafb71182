"""What players read on ladders before they act, and the addresses where they both read and act."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity, viewer
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from ratings import players, visibility
from ratings.api.asking import (
    PLAY,
    PLAYERS,
    TAGS,
    player,
)
from ratings.api.player_commands import PLAYER_COMMANDS
from ratings.api.requests import (
    EligibilityQuery,
)
from ratings.playing_answers import ChallengeShown, Eligibility, Searches
from ratings.services import challenging, matchmaking


class MySearches(View):
    """Where the asker waits."""

    access: ClassVar = {"GET": PLAY}

    @documented("List your searches.", answers={200: Searches}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return your active searches for a match."""
        return Response(Searches(matchmaking.searching(identity(request).account_id)))


class Challenges(View):
    """Challenges on a ladder."""

    access: ClassVar = PLAYERS

    @documented("List challenges.", query=PageQuery, answers={200: Page[ChallengeShown]}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return challenges, newest first."""
        query = validation.parse_query(request, PageQuery)
        rows = visibility.by_slug(slug, viewer(request)).challenges.all()
        return Response(page(request, query, rows, challenging.serialise_challenge))

    post = PLAYER_COMMANDS["challenge"].as_method()


class EligibilityView(View):
    """Whether a challenge is allowed."""

    access: ClassVar = {"GET": PLAY}

    @documented(
        "Check whether you may challenge players.",
        query=EligibilityQuery,
        answers={200: Eligibility},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return every reason against the challenge, each as a code with its values."""
        query = validation.parse_query(request, EligibilityQuery)
        found = visibility.by_slug(slug, viewer(request))
        names = [name for name in query.opponents.split(",") if name][:5]
        keys = [players.require_standing(found, name).player for name in names]
        reasons = challenging.reasons_against(found, player(request).key, keys)
        told = challenging.with_names(found, reasons)
        return Response(Eligibility(allowed=not told, reasons=told))


class ChallengeDetail(View):
    """One challenge."""

    access: ClassVar = PLAYERS

    @documented("Get a challenge.", answers={200: ChallengeShown}, tags=TAGS)
    def get(self, request: Request, slug: str, challenge_id: UUID) -> Response:
        """Return the challenge and, once it is open, its match."""
        row = challenging.get_challenge(visibility.by_slug(slug, viewer(request)), challenge_id)
        return Response(challenging.serialise_challenge(row))

    post = PLAYER_COMMANDS["answer-challenge"].as_method()
    delete = PLAYER_COMMANDS["withdraw-challenge"].as_method()
