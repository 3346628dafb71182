"""What players do on ladders: look for a match, join, and challenge."""

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from api import validation
from api.access import identity, viewer
from api.idempotency import idempotent
from api.openapi import documented
from api.pagination import Page, PageQuery, page
from api.views import View
from ratings import players, selectors, visibility
from ratings.answers import PlayerShown
from ratings.api.asking import (
    PLAY,
    PLAYERS,
    TAGS,
    account,
    author,
    player,
    seen,
)
from ratings.api.requests import (
    ChallengeAnswer,
    EligibilityQuery,
    Joining,
    NewChallenge,
    NewSearch,
)
from ratings.playing_answers import ChallengeShown, Eligibility, Searches, SearchShown
from ratings.services import challenging, matchmaking

CHALLENGED = ("challenge_not_allowed", "entry_not_eligible", "bots_not_allowed")


class Searching(View):
    """Looking for a rated match."""

    access: ClassVar = PLAYERS

    @documented(
        "Search for a match.",
        request=NewSearch,
        answers={201: SearchShown},
        problems=("entry_closed", "entry_not_eligible", "bots_not_allowed", "shares_needed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Wait for players of similar rating; the match then starts automatically."""
        asked = validation.parse_body(request, NewSearch)
        row, _ = matchmaking.start_search(
            ladder_id=visibility.by_slug(slug, viewer(request)).id,
            account=account(request),
            seats=asked.seats,
            per_move=asked.per_move,
            shares=asked.shares,
        )
        seen(request, row.ladder_id)
        return Response(matchmaking.serialise_search(row), status=201)

    @documented("Cancel a search.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, slug: str) -> Response:
        """Cancel your search, unless the match has been opened."""
        matchmaking.cancel_search(
            ladder_id=visibility.by_slug(slug, viewer(request)).id, account=account(request)
        )
        return Response(status=204)


class MySearches(View):
    """Where the asker waits."""

    access: ClassVar = {"GET": PLAY}

    @documented("List your searches.", answers={200: Searches}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Return your active searches for a match."""
        return Response(Searches(matchmaking.searching(identity(request).account_id)))


class Rungs(View):
    """Taking part in a challenge ladder."""

    access: ClassVar = PLAYERS

    @documented(
        "Join a challenge ladder.",
        request=Joining,
        answers={201: PlayerShown},
        problems=(*CHALLENGED, "shares_needed"),
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Join the ladder on the lowest rung."""
        asked = validation.convert(request.data or {}, Joining, strict=True)
        me = player(request)
        joined = challenging.join(
            ladder_id=visibility.by_slug(slug, viewer(request)).id,
            player=me,
            author=author(request),
            shares=asked.shares,
        )
        seen(request, joined.id)
        return Response(selectors.player_page(joined, me.name), status=201)

    @documented("Leave a challenge ladder.", answers={204: None}, tags=TAGS)
    def delete(self, request: Request, slug: str) -> Response:
        """Give up your rung; players below move up."""
        challenging.leave(
            ladder_id=visibility.by_slug(slug, viewer(request)).id,
            player=player(request),
            author=author(request),
        )
        return Response(status=204)


class Challenges(View):
    """Challenges on a ladder."""

    access: ClassVar = PLAYERS

    @documented("List challenges.", query=PageQuery, answers={200: Page[ChallengeShown]}, tags=TAGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return challenges, newest first."""
        query = validation.parse_query(request, PageQuery)
        rows = visibility.by_slug(slug, viewer(request)).challenges.all()
        return Response(page(request, query, rows, challenging.serialise_challenge))

    @documented(
        "Challenge players.",
        request=NewChallenge,
        answers={201: ChallengeShown},
        problems=CHALLENGED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Challenge players to a match; a refusal lists every reason in `params.reasons`."""
        asked = validation.parse_body(request, NewChallenge)
        made = challenging.create(
            ladder_id=visibility.by_slug(slug, viewer(request)).id,
            challenger=player(request),
            opponents=asked.opponents,
            author=author(request),
        )
        seen(request, made.ladder_id)
        return Response(challenging.serialise_challenge(made), status=201)


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

    @documented(
        "Answer a challenge.",
        request=ChallengeAnswer,
        answers={200: ChallengeShown},
        problems=CHALLENGED,
        key="accepted",
        tags=TAGS,
    )
    @idempotent
    def post(self, request: Request, slug: str, challenge_id: UUID) -> Response:
        """Accept or decline a challenge; the match is opened once all have accepted."""
        asked = validation.parse_body(request, ChallengeAnswer)
        challenging.get_challenge(visibility.by_slug(slug, viewer(request)), challenge_id)
        row = challenging.answer(
            challenge_id=challenge_id,
            player=player(request),
            accept=asked.accept,
            author=author(request),
        )
        seen(request, row.ladder_id)
        return Response(challenging.serialise_challenge(row))

    @documented(
        "Withdraw a challenge.", answers={200: ChallengeShown}, problems=CHALLENGED, tags=TAGS
    )
    def delete(self, request: Request, slug: str, challenge_id: UUID) -> Response:
        """Withdraw your challenge before all have accepted."""
        challenging.get_challenge(visibility.by_slug(slug, viewer(request)), challenge_id)
        row = challenging.withdraw(
            challenge_id=challenge_id, player=player(request), author=author(request)
        )
        return Response(challenging.serialise_challenge(row))
